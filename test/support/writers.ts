/** Real processes that write a log, and what each of them has said so far. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("writer-process.ts", import.meta.url));

/** One of them. */
export interface WriterProcess {
  readonly child: ChildProcess;
  /** The lines that it has said. */
  readonly said: readonly string[];
  /** Settles when it has said a line that begins so, or has ended. */
  until(beginning: string): Promise<void>;
  /** Settles when it has ended. */
  readonly ended: Promise<void>;
}

/** Starts one: `count` entries of about `bytes` bytes, without end where that is 0. */
export function startWriter(log: string, name: string, count: number, bytes: number): WriterProcess {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", PROGRAM, log, name, String(count), String(bytes)],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const said: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) said.push(line);
    for (const look of waiting) look();
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  return {
    child,
    said,
    ended,
    until: (beginning) =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          const look = () => {
            if (!said.some((line) => line.startsWith(beginning))) return;
            waiting.delete(look);
            resolve();
          };
          waiting.add(look);
          look();
        }),
      ]),
  };
}
