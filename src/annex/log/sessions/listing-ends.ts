/** A log as a list of many looks at it: its first lines, its end, and the rest only as bytes. */
import { Buffer } from "node:buffer";
import type { Line } from "../../../log/entry.ts";
import { isRecord } from "../../../wire.ts";
import { type LogSource, sourceOf } from "../log-source.ts";
import { streamLines } from "../stream-lines.ts";

/** Bytes at the end of a log that are looked at for what a session is now (fact 53). */
const WINDOW = 64 * 1024;
const PIECE = 1024 * 1024;
/** Bytes on each side of a mark within which its line has to lie: a title, a place, the words of a prompt. */
const NEAR = 256 * 1024;
const NEWLINE = 0x0a;

/** One log, as long as it is open. */
export class LogEnds {
  readonly #source: LogSource;
  readonly #isWhole: boolean;
  readonly #bytes: number;
  readonly #tail: Buffer;

  /** `bytes` is how many the log has. */
  constructor(source: LogSource, bytes: number) {
    // A small log is read once and stays as it is; of a large one each piece is gone when the next is read.
    this.#isWhole = bytes <= PIECE;
    this.#source = this.#isWhole ? sourceOf(source.read(0, bytes)) : source;
    this.#bytes = bytes;
    this.#tail = this.#read(Math.max(0, bytes - WINDOW), Math.min(bytes, WINDOW));
  }

  /** The lines from the first on, those that cannot be read left out. More is read only as it is asked for. */
  *lines(): Generator<{ readonly line: Line; readonly offset: number }> {
    for (const { bytes, offset, length } of streamLines(this.#source, WINDOW)) {
      const line = bytes && length > 0 ? parsed(bytes) : undefined;
      if (line) yield { line, offset };
    }
  }

  /** The last line near the end that bears a common mark, a piece of text as it stands in a line, and is what is looked for. */
  nearEnd(mark: string, isIt: (line: Line) => boolean): Line | undefined {
    for (let at = this.#tail.lastIndexOf(mark); at !== -1; ) {
      const { begin, end } = lineAround(this.#tail, at);
      const line = parsed(this.#tail.subarray(begin, end));
      if (line && isIt(line)) return line;
      at = begin === 0 ? -1 : this.#tail.lastIndexOf(mark, begin - 1);
    }
    return undefined;
  }

  /** The last line near the end that bears a rare mark and is what is looked for. */
  rareNearEnd(mark: string, isIt: (line: Line) => boolean): Line | undefined {
    return this.allNearEnd(mark).findLast(isIt);
  }

  /** The lines near the end that bear a rare mark, in their order. */
  allNearEnd(mark: string): Line[] {
    let past = 0;
    return placesIn(this.#tail, mark).flatMap((at) => {
      if (at < past) return [];
      const { begin, end } = lineAround(this.#tail, at);
      past = end;
      return parsed(this.#tail.subarray(begin, end)) ?? [];
    });
  }

  /**
   * The last line of the whole log that bears a rare mark and is what is looked for: near the end or, failing that,
   * wherever it stands. The mark is looked for among the bytes; only lines that bear it are parsed, each once, however
   * often they do. One that begins with a rare letter is found at the speed of memory. Law: title-kept
   */
  anywhere(mark: string, isIt: (line: Line) => boolean): Line | undefined {
    const near = this.rareNearEnd(mark, isIt);
    if (near) return near;
    let found: Line | undefined;
    let around: Buffer = Buffer.alloc(0);
    let [from, past] = [0, 0];
    for (const at of this.#places(mark, this.#bytes - this.#tail.length + mark.length)) {
      if (at < past) continue;
      if (!holdsLine(around, at - from)) {
        from = Math.max(0, at - NEAR);
        around = this.#read(from, PIECE);
      }
      const { begin, end } = lineAround(around, at - from);
      past = from + end;
      const line = parsed(around.subarray(begin, end));
      if (line && isIt(line)) found = line;
    }
    return found;
  }

  /** What stands behind a mark, `length` bytes each time, in the whole log. */
  *behind(mark: string, length: number): Generator<string> {
    for (const at of this.#places(mark, this.#bytes))
      yield this.#read(at + mark.length, length).toString("latin1");
  }

  /** Where a mark stands before `end`. */
  *#places(mark: string, end: number): Generator<number> {
    // The pieces overlap, so that a mark that lies across their border is seen, and seen once.
    for (let offset = 0; offset < end; offset += PIECE) {
      const piece = viewOf(this.#source.read(offset, Math.min(PIECE + mark.length - 1, end - offset)));
      for (const at of placesIn(piece, mark)) yield offset + at;
    }
  }

  #read(offset: number, length: number): Buffer {
    const read = this.#source.read(offset, length);
    return viewOf(this.#isWhole ? read : read.slice());
  }
}

function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function placesIn(bytes: Buffer, mark: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark, 0, "latin1"); at !== -1; at = bytes.indexOf(mark, at + 1, "latin1"))
    places.push(at);
  return places;
}

/** Where the line that a place is in begins and ends, as far as it is there. */
function lineAround(bytes: Buffer, at: number): { readonly begin: number; readonly end: number } {
  const end = bytes.indexOf(NEWLINE, at);
  return { begin: bytes.lastIndexOf(NEWLINE, at) + 1, end: end === -1 ? bytes.length : end };
}

/** Is all of the line there that a place is in? */
function holdsLine(bytes: Buffer, at: number): boolean {
  const { begin, end } = at < bytes.length ? lineAround(bytes, at) : { begin: 0, end: 0 };
  return begin > 0 && end < bytes.length;
}

function parsed(bytes: Uint8Array): Line | undefined {
  try {
    const value: unknown = JSON.parse(
      viewOf(bytes)
        .toString()
        .replace(/^\ufeff/, ""),
    );
    return isRecord(value) && typeof value["type"] === "string" ? (value as Line) : undefined;
  } catch {
    return undefined;
  }
}
