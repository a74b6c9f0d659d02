/** A command as a process group of its own, so that nothing that it started outlives it. */
import type { ChildProcess } from "node:child_process";

/** How long a group may take to end by itself once it was asked to. */
const GRACE_MS = 200;
/**
 * How long a group that was killed is waited for. What then is left of it is dead already, and nobody has taken note of
 * that, as in a container whose first process takes no orphans.
 */
const BURIAL_MS = 300;
/** How often it is looked whether a group is gone. */
const POLL_MS = 10;
/** How long output is still read after the command has ended. */
const DRAIN_MS = 300;

/** How a command ended. */
export interface GroupEnd {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Was it stopped because its time was over? */
  readonly timedOut: boolean;
}

/**
 * Waits for a command that was started detached. It is stopped when its time is over or the signal is aborted. Its
 * whole group is gone when the promise settles, or dead; rejects where it could not be started.
 */
export function endOfGroup(
  child: ChildProcess,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
): Promise<GroupEnd> {
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
    const letGo = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    };
    signal?.addEventListener("abort", stop, { once: true });
    child.once("error", (error) => {
      letGo();
      reject(error);
    });
    // A grandchild that left the group may hold a pipe open for ever: what it says after this is not waited for.
    child.once("exit", () => {
      stop();
      setTimeout(() => child.stdio.map((stream) => stream?.destroy()), DRAIN_MS).unref();
    });
    child.once("close", async (exitCode) => {
      letGo();
      await ended;
      resolve({ exitCode, timedOut });
    });
  });
}

/** Ends a process group: asks it to, and after a while does not ask. Settles when none of it is left alive. */
export async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  signalGroup(pid, "SIGTERM");
  for (let waited = 0; waited < GRACE_MS + BURIAL_MS && signalGroup(pid, 0); waited += POLL_MS) {
    if (waited >= GRACE_MS) signalGroup(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Sends a signal to a process group, 0 for none; false when the group is gone. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
