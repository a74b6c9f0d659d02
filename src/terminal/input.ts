/** What is piped in. */
import { text } from "node:stream/consumers";

/** Reads all of it. */
export type Input = () => Promise<string>;

/** The process's standard input; undefined where it is a terminal, at which nobody has been asked to write. */
export function processInput(): Input | undefined {
  return process.stdin.isTTY ? undefined : () => text(process.stdin);
}
