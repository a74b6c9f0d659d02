/** One hook of one moment: run, and what is left of that for the log (O-10). */
import type { Attachment, HookMoment } from "../../hooks.ts";
import type { Clock } from "../../ports.ts";
import type { HookCommand } from "./configured.ts";
import { hookInput } from "./input.ts";
import { type HookSays, saidBy } from "./output.ts";
import type { HookRun, HookRunner } from "./runner.ts";

/** What hooks need of the session that they belong to. A `Session` is one. */
export interface HookedSession {
  readonly id: string;
  readonly path: string;
}

/** What hooks are run with. */
export interface HookHost {
  readonly run: HookRunner;
  readonly clock: Clock;
  readonly cwd: string;
  /** The session; asked for only while it runs. */
  readonly session: () => HookedSession;
  readonly permissionMode?: () => string | undefined;
  /** Tells the person something. */
  readonly tell: (text: string) => void;
  /** Ends the turn, for a hook that says `continue: false`. */
  readonly endTurn?: () => void;
}

/** A hook that was run, and what it says. */
export interface Ran {
  /** The trace of the run, whatever its exit code: the log calls it so (O-10). */
  readonly success: Attachment;
  readonly says: HookSays;
}

/** Runs a hook; one that cannot be started is told like one that failed. */
export async function runHook(
  hook: HookCommand,
  moment: HookMoment,
  host: HookHost,
  signal?: AbortSignal,
): Promise<Ran> {
  const { command, timeoutMs } = hook;
  const { id, path } = host.session();
  const facts = {
    sessionId: id,
    transcriptPath: path,
    cwd: host.cwd,
    permissionMode: host.permissionMode?.(),
  };
  const started = host.clock.now().getTime();
  const options = { cwd: host.cwd, stdin: hookInput(moment, facts), timeoutMs, signal };
  const run = await host.run(command, options).catch(notStarted);
  const { exitCode, stdout, stderr, timedOut } = run;
  const durationMs = host.clock.now().getTime() - started;
  const success = {
    type: "hook_success",
    ...nameOf(moment),
    command,
    exitCode,
    stdout,
    stderr,
    timedOut,
    durationMs,
  };
  return { success, says: saidBy(run, moment, hook) };
}

function notStarted(error: unknown): HookRun {
  const reason = error instanceof Error ? error.message : String(error);
  return { stdout: "", stderr: reason, exitCode: null, timedOut: false };
}

/** How a hook's traces name it. Of a start the source is left out: what was said at the first start is not news at the next. */
export function nameOf(moment: HookMoment) {
  const { event } = moment;
  if (event !== "PreToolUse" && event !== "PostToolUse") return { hookName: event, hookEvent: event };
  return { hookName: `${event}:${moment.call.name}`, hookEvent: event, toolUseID: moment.call.id };
}
