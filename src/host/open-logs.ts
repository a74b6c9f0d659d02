/** The logs of one process: how they are kept, and when they are let go of. */
import * as fs from "node:fs";
import type { LogFile } from "../ports.ts";
import type { FileCalls } from "./file-calls.ts";
import { HeldLog } from "./log-file.ts";

/** How many files are held open at once. A session has one log, and one more for each agent that works for it. */
const MOST_HELD = 16;

/**
 * When what was written is on the disk itself, and not only with the system, which a killed process cannot take it back
 * from: `turn` after a prompt and at the end of its turn, `entry` after every entry.
 */
export const FSYNCS = ["turn", "entry"] as const;
export type Fsync = (typeof FSYNCS)[number];

/** Opens logs and holds their files, the ones opened last. A log that lost its file opens it again when it is used. */
export class OpenLogs {
  readonly #held = new Set<HeldLog>();
  readonly #syncsEach: boolean;
  readonly #calls: FileCalls;

  constructor(how: { readonly fsync?: Fsync; readonly calls?: FileCalls } = {}) {
    this.#syncsEach = how.fsync === "entry";
    this.#calls = how.calls ?? fs;
  }

  /** The log at this path. Nothing is made and nothing is opened yet. */
  readonly open = (path: string): LogFile =>
    new HeldLog(path, {
      calls: this.#calls,
      syncsEach: this.#syncsEach,
      opened: (log) => this.#hold(log),
    });

  /** Lets go of all files. */
  close(): void {
    for (const log of this.#held) log.close();
    this.#held.clear();
  }

  #hold(log: HeldLog): void {
    this.#held.delete(log);
    this.#held.add(log);
    const [oldest] = this.#held;
    if (this.#held.size <= MOST_HELD || !oldest) return;
    oldest.close();
    this.#held.delete(oldest);
  }
}
