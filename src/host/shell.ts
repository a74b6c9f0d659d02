/** A real shell. */
import { spawn } from "node:child_process";
import type { Shell } from "../ports.ts";
import { endOfGroup } from "./process-group.ts";

/** Characters of output that are kept: the first half of this from the head, the rest from the tail. */
export const OUTPUT_LIMIT = 30_000;

/** The shell of this machine: `bash -c`. */
export const nodeShell: Shell = {
  run: async (command, { cwd, timeoutMs, signal }) => {
    if (signal?.aborted) return { output: "", exitCode: null, timedOut: false };
    // One pipe for both streams keeps what they say in order.
    const child = spawn("bash", ["-c", 'exec bash -c "$0" 2>&1', command], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const kept = new Kept(OUTPUT_LIMIT);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => kept.add(chunk));
    const end = await endOfGroup(child, { timeoutMs, signal });
    return { output: kept.text(), ...end };
  },
};

/** Keeps the head and the tail of a stream of text, whole characters, in bounded memory. */
export class Kept {
  readonly #half: number;
  #head = "";
  #tail = "";
  #length = 0;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  add(chunk: string): void {
    this.#length += chunk.length;
    const room = this.#half - this.#head.length;
    this.#head += chunk.slice(0, Math.max(0, room));
    this.#tail = (this.#tail + chunk.slice(Math.max(0, room))).slice(-this.#half);
  }

  text(): string {
    const left = this.#length - this.#head.length - this.#tail.length;
    if (left <= 0) return this.#head + this.#tail;
    return `${this.#head.toWellFormed()}\n[… ${left} characters left out …]\n${this.#tail.toWellFormed()}`;
  }
}
