/** A real shell. */
import { spawn } from "node:child_process";
import type { Shell } from "../ports.ts";
import { endOfGroup } from "./process-group.ts";

/** Characters of output that are kept where nobody says how many: the first half from the head, the rest from the tail. */
export const OUTPUT_LIMIT = 30_000;

/** The shell of this machine: `bash -c`. */
export const nodeShell: Shell = {
  run: async (command, { cwd, timeoutMs, signal, keep = OUTPUT_LIMIT }) => {
    if (signal?.aborted) return { output: "", exitCode: null, timedOut: false };
    // One pipe for both streams keeps what they say in order.
    const child = spawn("bash", ["-c", 'exec bash -c "$0" 2>&1', command], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const kept = new Kept(keep);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => kept.add(chunk));
    const end = await endOfGroup(child, { timeoutMs, signal });
    return { output: kept.text(), leftOut: kept.leftOut, ...end };
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
    const room = Math.max(0, this.#half - this.#head.length);
    this.#head += chunk.slice(0, room);
    this.#tail += chunk.slice(room);
    // Cut only now and then: each cut copies what is kept.
    if (this.#tail.length > 2 * this.#half) this.#tail = this.#tail.slice(-this.#half);
  }

  /** Characters that are not kept. */
  get leftOut(): number {
    return Math.max(0, this.#length - this.#head.length - this.#half);
  }

  text(): string {
    if (this.leftOut === 0) return this.#head + this.#tail;
    const tail = this.#tail.slice(-this.#half);
    return `${this.#head.toWellFormed()}\n[… ${this.leftOut} characters left out …]\n${tail.toWellFormed()}`;
  }
}
