/** A whole log as columns: read once from the beginning, and none of it kept but where each entry lies and hangs. */
import type { ReadLog } from "../../../log/read.ts";
import type { LogAsked } from "../../../opened.ts";
import type { LogSource } from "../log-source.ts";
import { type IndexPath, logOf, pathIn } from "./index-path.ts";
import { linesForward, type SizedLog } from "./line-ranges.ts";
import { LogRows } from "./log-rows.ts";

const CHUNK = 1 << 20;
/** Bytes of an entry, on average, at the least: by it the room for their names is reckoned. */
const ENTRY = 2_000;

/** The index of a log. */
export class LogIndex {
  readonly #met: LogRows;
  readonly #log: SizedLog;
  readonly #found: IndexPath;

  private constructor(met: LogRows, log: SizedLog, found: IndexPath) {
    this.#met = met;
    this.#log = log;
    this.#found = found;
  }

  /** Reads a log of `size` bytes, `chunk` of them at once. Law: readers-agree */
  static of(source: LogSource, size: number, asked: LogAsked = {}, chunk = CHUNK): LogIndex {
    const log = { source, size, chunk };
    const met = new LogRows(1024 + size / ENTRY, asked.agentId);
    linesForward(log, (bytes, from, to, offset) => {
      met.meet(bytes, from, to, offset);
      return true;
    });
    return new LogIndex(met, log, pathIn(met, log, asked));
  }

  /** How many lines the log has. */
  get lines(): number {
    return this.#met.count;
  }

  /** How many entries its tree has. */
  get entries(): number {
    return this.#found.linked.rows.count;
  }

  /** The lines of its conversation, read whole: the core finds in them what it finds in all. */
  log(): ReadLog {
    return logOf(this.#met, this.#log, this.#found);
  }
}
