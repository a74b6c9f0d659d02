/** The lines of a log one after the other, of which only one is in memory at a time. */
import { Buffer } from "node:buffer";
import { LONGEST_LINE } from "../../log/read.ts";
import type { LogSource } from "./log-source.ts";

/** One line, its newline left out. */
export interface StreamedLine {
  /** Counted from 1. */
  readonly number: number;
  /** Where it begins in the log, in bytes, and how long it is. */
  readonly offset: number;
  readonly length: number;
  /** Until the next line is asked for; undefined where it is too long to be held. */
  readonly bytes: Uint8Array | undefined;
  /** Does a newline end it? The last one may have been cut off. */
  readonly isEnded: boolean;
}

const NEWLINE = 0x0a;
const CHUNK = 1024 * 1024;

/** All lines of a log. `chunk` is how many bytes are read at once. */
export function* streamLines(source: LogSource, chunk = CHUNK): Generator<StreamedLine> {
  const held = new HeldBytes();
  let number = 0;
  let begun = 0;
  const line = (bytes: Uint8Array | undefined, length: number, isEnded: boolean): StreamedLine => {
    const offset = begun;
    number += 1;
    begun += length + 1;
    return { number, offset, length, bytes, isEnded };
  };
  for (let at = 0; ; ) {
    const came = source.read(at, chunk);
    // A Buffer looks for a byte many times faster than other arrays do.
    const read = Buffer.from(came.buffer, came.byteOffset, came.byteLength);
    if (read.length === 0) break;
    at += read.length;
    for (let start = 0; start < read.length; ) {
      const newline = read.indexOf(NEWLINE, start);
      const piece = read.subarray(start, newline === -1 ? read.length : newline);
      start += piece.length + 1;
      if (newline === -1) held.add(piece);
      else if (held.length === 0) yield line(piece, piece.length, true);
      else {
        held.add(piece);
        const length = held.length;
        yield line(held.take(), length, true);
      }
    }
  }
  const left = held.length;
  if (left > 0) yield line(held.take(), left, false);
}

/** The pieces of a line that goes over the end of a chunk; let go of once they are too many for a line. */
class HeldBytes {
  #pieces: Uint8Array[] = [];
  length = 0;

  add(piece: Uint8Array): void {
    this.length += piece.length;
    if (this.length > LONGEST_LINE) this.#pieces = [];
    else this.#pieces.push(new Uint8Array(piece));
  }

  take(): Uint8Array | undefined {
    const [pieces, length] = [this.#pieces, this.length];
    this.#pieces = [];
    this.length = 0;
    if (length > LONGEST_LINE) return undefined;
    const whole = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
