/** Runs the command line of a hook on this machine: its input on one pipe, its two outputs on two more. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { endOfGroup, type GroupEnd } from "./process-group.ts";
import { Kept, OUTPUT_LIMIT } from "./shell.ts";

/** Where and with what a hook is run. */
export interface HookRunOptions {
  /** The project folder, which the hook also finds in `CLAUDE_PROJECT_DIR`. */
  readonly cwd: string;
  readonly stdin: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** How it ended, and what it said. */
export interface HookRunResult extends GroupEnd {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a hook. Its whole process group is gone when the promise settles; rejects where it cannot be started. */
export async function runHookCommand(command: string, options: HookRunOptions): Promise<HookRunResult> {
  const { cwd, stdin, timeoutMs, signal } = options;
  if (signal?.aborted) return { stdout: "", stderr: "", exitCode: null, timedOut: false };
  const env = { ...process.env, CLAUDE_PROJECT_DIR: cwd };
  const child = spawn("bash", ["-c", command], { cwd, env, detached: true });
  const words = listen(child);
  const ended = endOfGroup(child, { timeoutMs, signal });
  // A hook need not read what it is told.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  return { ...(await ended), stdout: words.stdout.text(), stderr: words.stderr.text() };
}

function listen(child: ChildProcessWithoutNullStreams): { stdout: Kept; stderr: Kept } {
  const kept = { stdout: new Kept(OUTPUT_LIMIT), stderr: new Kept(OUTPUT_LIMIT) };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (chunk: string) => kept[name].add(chunk));
  }
  return kept;
}
