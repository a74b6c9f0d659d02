/** The reader for large logs: from the end of the file up to where the conversation begins. */
import { isChainEntry, isMainChain, type Line } from "../../../log/entry.ts";
import type { ReadLog } from "../../../log/read.ts";
import { isOf } from "../../../log/tree.ts";
import type { LogAsked } from "../../../opened.ts";
import type { LogFile } from "../../../ports.ts";
import { LogIndex } from "./index-log.ts";
import { linesBackward, linesBefore, type SizedLog } from "./line-ranges.ts";
import { missingIn } from "./tail-enough.ts";
import { TailWindow } from "./tail-window.ts";

/** How the tail is read. */
export interface TailOptions {
  /** Bytes that are read at once. */
  readonly chunk?: number;
  /**
   * How far out of order, in bytes, lines may stand: a child before its parent (O-6), an entry before a repetition of it. So
   * much is read besides; where what was read is more out of order than this, everything is.
   */
  readonly slack?: number;
  /** How many bytes may stand before so that their lines are counted all the same. */
  readonly counted?: number;
  /** How many bytes, from the end, are parsed at the most before the whole log is indexed instead. */
  readonly parsed?: number;
}

/** A log as far as it was read. */
export interface TailLog extends ReadLog {
  /** Where the part that was read begins, in bytes. */
  readonly from: number;
}

/** Of so little a fresh process touches few pages of memory for the first time. */
const CHUNK = 1 << 17;
const SLACK = 1 << 16;

const COUNTED = 1 << 24;
const PARSED = 1 << 26;

/**
 * Reads of a log what its conversation hangs on and gives the lines of it, so that the core finds in them the leaf, path and
 * messages that it finds in the whole log. It stops where an entry of the path has no parent, never at a boundary as such:
 * a rewind may have gone back behind one. Where a parent does not turn up, the whole log is read.
 *
 * What stands before the part that was read is not seen: damage, the digests of a process that began there, and entries that
 * hang on, repeat or answer one in that part, or are blocks of its response, from further away than `slack`. The lines before
 * it are counted only where they are few or damage is to be told; otherwise `count` is 0, which is then the number of the
 * last line. Law: readers-agree
 */
export function tailReader(options: TailOptions = {}) {
  const { chunk = CHUNK, slack = SLACK, counted = COUNTED, parsed = PARSED } = options;
  return (file: Pick<LogFile, "read" | "size">, asked: LogAsked = {}): TailLog => {
    const log: SizedLog = { source: file, size: file.size(), chunk };
    const window = new TailWindow();
    const way = new WayUp(asked, slack);
    let isEnough = log.size === 0;
    let read = 0;
    linesBackward(log, (bytes, begin, end, offset) => {
      if (bytes) read += end - begin;
      if (read > parsed) return false;
      for (const line of window.meet(bytes, begin, end, offset)) way.meet(line, offset);
      isEnough = offset === 0;
      if (!isEnough && way.isDue(offset, read)) {
        const missing = missingIn(window, slack, asked);
        if (missing) way.goOn(missing, read);
        else isEnough = true;
      }
      return !isEnough;
    });
    if (!isEnough) return { ...LogIndex.of(file, log.size, asked).log(), from: 0 };
    const { from } = window;
    const isCounted = from <= counted || window.isDamaged;
    return { ...window.log(isCounted ? linesBefore(log, from) : undefined), from };
  };
}

/** Follows the last entry up to its root, which says when it is worth while to look for the path. */
class WayUp {
  readonly #asked: LogAsked;
  readonly #slack: number;
  /** The entry that comes next; undefined until the first is met, null behind the root. */
  #next: unknown;
  /** What else is still to be met. */
  readonly #missing = new Set<unknown>();
  /** Where the last of what had to be met was. */
  #met = 0;
  /** How much has to be read before it is looked again: at the soonest, so that looking costs no more than reading, and at the latest. */
  #soonest = 0;
  #latest = Number.POSITIVE_INFINITY;

  constructor(asked: LogAsked, slack: number) {
    this.#asked = asked;
    this.#slack = slack;
    this.#next = asked.leaf;
  }

  meet(line: Line, offset: number): void {
    if (this.#missing.size > 0 && this.#missing.delete(line["uuid"])) this.#met = offset;
    if (this.#next === undefined ? !this.#isOwn(line) : line["uuid"] !== this.#next) return;
    this.#next = line["parentUuid"] || null;
    if (this.#next === null) this.#met = offset;
  }

  /** `from`: what begins there was read; so much is it: `read`. */
  isDue(from: number, read: number): boolean {
    if (read >= this.#latest) return true;
    if (read < this.#soonest) return false;
    return this.#next === null && this.#missing.size === 0 && from + this.#slack <= this.#met;
  }

  /** It was not enough. */
  goOn(missing: readonly string[], read: number): void {
    this.#latest = read * 2;
    // Where nobody knows what is missing, there is nothing to wait for but more of the log.
    this.#soonest = missing.length === 0 ? this.#latest : read * 1.25;
    for (const each of missing) this.#missing.add(each);
  }

  #isOwn(line: Line): boolean {
    const { sessionId, agentId } = this.#asked;
    return isChainEntry(line) && isMainChain(line, agentId) && isOf(sessionId, line);
  }
}
