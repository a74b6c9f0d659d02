/** The reader for large logs: from the end of the file up to where the conversation begins. */
import type { ReadLog } from "../../../log/read.ts";
import type { LogAsked } from "../../../opened.ts";
import type { LogFile } from "../../../ports.ts";
import { HAS_MODEL } from "./columns.ts";
import { ABSENT, type Header } from "./header.ts";
import { linesBackward, linesBefore, type SizedLog } from "./line-ranges.ts";
import { LogWindow } from "./log-window.ts";
import { lastSpoken } from "./rows-leaf.ts";
import { isRoot, type Linked, NONE } from "./rows-linked.ts";
import { logOf, pathIn, type WindowPath } from "./window-path.ts";

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
  /** How many bytes, from the end, are parsed whole at once. */
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
 * hang on, repeat or answer one in that part from further away than `slack`. The lines before it are counted only where they
 * are few or damage is to be told; otherwise `count` is 0, which is then the number of the last line. Law: readers-agree
 */
export function tailReader(options: TailOptions = {}) {
  const { chunk = CHUNK, slack = SLACK, counted = COUNTED, parsed = PARSED } = options;
  return (file: Pick<LogFile, "read" | "size">, asked: LogAsked = {}): TailLog => {
    const log: SizedLog = { source: file, size: file.size(), chunk };
    const window = new LogWindow({ isBackward: true, agentId: asked.agentId, parsed });
    const way = new WayUp(window, asked);
    let found: WindowPath | undefined;
    let from = log.size;
    linesBackward(log, (bytes, begin, end, offset) => {
      for (const header of window.meet(bytes, begin, end, offset)) way.meet(header, offset);
      from = offset;
      if (offset === 0 || !way.isDue(offset + slack, log.size - offset)) return true;
      const path = pathIn(window, log, asked);
      if (isEnough(path, asked, offset + slack, slack)) found = path;
      else way.goOn(path.missing, log.size - offset);
      return found === undefined;
    });
    found ??= pathIn(window, log, asked);
    const isCounted = from <= counted || window.damaged.length > 0;
    const count = isCounted ? linesBefore(log, from) + window.count : 0;
    return { ...logOf(window, log, found, count), from };
  };
}

/** Follows the last entry up to its root, which says when it is worth while to look for the path. */
class WayUp {
  readonly #session: number;
  readonly #nobody: number;
  #next: number | undefined;
  /** Where the root was met. */
  #root = -1;
  /** What is still to be met, and how much has to be read before it is looked again all the same. */
  #missing: Set<number> | undefined;
  #again = 0;

  constructor({ names }: LogWindow, { sessionId, leaf }: LogAsked) {
    this.#session = sessionId === undefined ? ABSENT : names.of(sessionId);
    this.#next = leaf === undefined ? undefined : names.of(leaf);
    this.#nobody = names.of("");
  }

  meet({ uuid, parent, session }: Header, offset: number): void {
    this.#missing?.delete(uuid);
    const isOurs = this.#session === ABSENT || session < 0 || session === this.#session;
    if (this.#next === undefined ? !isOurs : this.#next !== uuid) return;
    this.#next = parent;
    if (this.#root === -1 && (parent === ABSENT || parent === this.#nobody)) this.#root = offset;
  }

  /** `read`: how many bytes were read; `edge`: as far as that, lines out of order may still come. */
  isDue(edge: number, read: number): boolean {
    if (this.#missing) return this.#missing.size === 0 || read >= this.#again;
    return this.#root !== -1 && edge <= this.#root;
  }

  /** It was not enough. */
  goOn(missing: readonly number[], read: number): void {
    this.#missing = new Set(missing.length === 0 ? [ABSENT] : missing);
    this.#again = read * 2;
  }
}

/** Can nothing of account stand before, unless it is out of order by more than `slack`? All behind `edge` - `slack` was read. */
function isEnough(found: WindowPath, { leaf }: LogAsked, edge: number, slack: number): boolean {
  const { linked, path, missing } = found;
  if (!path || missing.length > 0 || !linked.isKnown || path.walk.isCycle) return false;
  if (path.leaf.standing === NONE || isDisordered(linked, slack)) return false;
  const { rows, prompt, rowOf, isRepeated } = linked;
  const isAtEdge = (row: number) => (rows.offset[row] ?? 0) < edge;
  if (path.walk.rows.some(isAtEdge) || path.kept.some(isAtEdge)) return false;
  // A `last-prompt` line decides where nobody has spoken since: it, or what it names, may stand before.
  const isSettled =
    leaf !== undefined || lastSpoken(linked, prompt?.line ?? Number.NEGATIVE_INFINITY) !== NONE;
  if (!isSettled && (!prompt || (rowOf[prompt.leaf] ?? NONE) === NONE)) return false;
  return rows.bits.some((bits, row) => (bits & HAS_MODEL) !== 0 && isRepeated[row] === 0);
}

/** Does an entry stand before its parent, or its repetition behind it, and further away than `slack`? */
function isDisordered(linked: Linked, slack: number): boolean {
  const { rows, up, rowOf, isRepeated } = linked;
  const isFar = (one: number, other: number) =>
    other !== NONE && (rows.offset[one] ?? 0) - (rows.offset[other] ?? 0) > slack;
  for (let row = 0; row < rows.count; row += 1) {
    if (!isRoot(linked, row) && isFar(up[row] ?? NONE, row)) return true;
    if (isRepeated[row] === 1 && isFar(row, rowOf[rows.uuid[row] ?? 0] ?? NONE)) return true;
  }
  return false;
}
