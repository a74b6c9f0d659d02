/** A real shell. Each command is a process group of its own, so that nothing that it started outlives it. */
import { spawn } from "node:child_process";
import type { Shell, ShellResult } from "../ports.ts";

/** Characters of output that are kept: the first half of this from the head, the rest from the tail. */
export const OUTPUT_LIMIT = 30_000;
/** How long a group may take to end by itself once it was asked to. */
const GRACE_MS = 200;
/** How often it is looked whether a group is gone. */
const POLL_MS = 10;
/** How long output is still read after the command has ended. */
export const DRAIN_MS = 300;

/** The shell of this machine: `bash -c`. */
export const nodeShell: Shell = {
  run: (command, { cwd, timeoutMs, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return resolve({ output: "", exitCode: null, timedOut: false });
      // One pipe for both streams keeps what they say in order.
      const child = spawn("bash", ["-c", 'exec bash -c "$0" 2>&1', command], {
        cwd,
        detached: true,
        stdio: ["ignore", "pipe", "ignore"],
      });
      const kept = new Kept(OUTPUT_LIMIT);
      let timedOut = false;
      let ended: Promise<void> | undefined;
      const stop = () => {
        ended ??= endGroup(child.pid);
      };
      const timer = setTimeout(() => {
        timedOut = true;
        stop();
      }, timeoutMs);
      signal?.addEventListener("abort", stop, { once: true });
      child.stdout.setEncoding("utf8").on("data", (chunk: string) => kept.add(chunk));
      child.once("error", reject);
      // A grandchild that left the group may hold the pipe open for ever: what it says after this is not waited for.
      child.once("exit", () => {
        stop();
        setTimeout(() => child.stdout.destroy(), DRAIN_MS).unref();
      });
      child.once("close", async (exitCode) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
        await ended;
        resolve({ output: kept.text(), exitCode, timedOut } satisfies ShellResult);
      });
    }),
};

/** Ends a process group: asks it to, and after a while does not ask. Settles when none of it is left. */
export async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; signalGroup(pid, 0); waited += POLL_MS) {
    if (waited >= GRACE_MS) signalGroup(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Sends a signal to a process group, 0 for none; false when the group is gone. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

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
