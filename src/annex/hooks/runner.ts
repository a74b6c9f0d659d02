/** How a hook's command line is run: a port, so that a session with hooks runs under a seed like any other. */

/** A finished run of a hook. */
export interface HookRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** Was it stopped because its time was over? */
  readonly timedOut: boolean;
}

/** Runs a command line, gives it `stdin`, and waits until nothing of its process group is left. */
export type HookRunner = (
  command: string,
  options: {
    readonly cwd: string;
    readonly stdin: string;
    readonly timeoutMs: number;
    readonly signal?: AbortSignal | undefined;
  },
) => Promise<HookRun>;
