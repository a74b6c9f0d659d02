/** What runs behind the view: a turn, or what else takes its time. Whatever it is, it runs alone. */
import { canBeTold } from "./can-be-told.ts";
import type { Input } from "./input.ts";

/** One thing at a time; what is said meanwhile waits in the view for its end. */
export class RunningAlone {
  readonly #tell: (input: Input) => void;
  #interrupt: AbortController | undefined;
  /** The end of what runs, however it went. */
  ended: Promise<void> = Promise.resolve();

  constructor(tell: (input: Input) => void) {
    this.#tell = tell;
  }

  /** Tells what runs to stop. */
  interrupt(): void {
    this.#interrupt?.abort();
  }

  /** Runs it and tells the view of its beginning and its end. `work` says whether it failed; `doing` what it is, but for a turn. */
  run(doing: string | undefined, work: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    this.ended = this.#run(doing, work);
    return this.ended;
  }

  async #run(doing: string | undefined, work: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    this.#interrupt = new AbortController();
    this.#tell({ type: "busy", ...(doing !== undefined && { doing }) });
    let failed = true;
    try {
      failed = await work(this.#interrupt.signal);
    } catch (error) {
      if (!canBeTold(error)) throw error;
      this.#tell({ type: "told", text: error.message, isBad: true });
    } finally {
      this.#interrupt = undefined;
      this.#tell({ type: "idle", failed });
    }
  }
}
