/** Runs the command line of a hook on this machine: its input on one pipe, its two outputs on two more. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { DRAIN_MS, endGroup, Kept, OUTPUT_LIMIT } from "./shell.ts";

/** Where and with what a hook is run. */
export interface HookRunOptions {
  /** The project folder, which the hook also finds in `CLAUDE_PROJECT_DIR`. */
  readonly cwd: string;
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How it ended, and what it said. */
export interface HookRunResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
}

/** Runs a hook. Its whole process group is gone when the promise settles; rejects where it cannot be started. */
export async function runHookCommand(command: string, options: HookRunOptions): Promise<HookRunResult> {
  const { cwd, stdin, timeoutMs, signal } = options;
  if (signal?.aborted) return { stdout: "", stderr: "", exitCode: null, timedOut: false };
  const env = { ...process.env, CLAUDE_PROJECT_DIR: cwd };
  const child = spawn("bash", ["-c", command], { cwd, env, detached: true });
  return new Promise((resolve, reject) => {
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
    const words = listen(child);
    child.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    // A grandchild that left the group may hold the pipes open for ever: what it says after this is not waited for.
    child.once("exit", () => {
      stop();
      setTimeout(() => child.stdio.map((stream) => stream?.destroy()), DRAIN_MS).unref();
    });
    child.once("close", async (exitCode) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      await ended;
      resolve({ stdout: words.stdout.text(), stderr: words.stderr.text(), exitCode, timedOut });
    });
    // A hook need not read what it is told.
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
  });
}

function listen(child: ChildProcessWithoutNullStreams): { stdout: Kept; stderr: Kept } {
  const kept = { stdout: new Kept(OUTPUT_LIMIT), stderr: new Kept(OUTPUT_LIMIT) };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => kept[name].add(chunk));
  }
  return kept;
}
