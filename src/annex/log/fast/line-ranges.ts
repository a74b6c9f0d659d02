/** The lines of a log where they lie in its bytes, from the end to the beginning or the other way. */
import { LONGEST_LINE } from "../../../log/read.ts";
import type { LogSource } from "../log-source.ts";

const NEWLINE = 0x0a;

/** A log of which it is known how long it is. Only the bytes before `size` are looked at. */
export interface SizedLog {
  readonly source: LogSource;
  readonly size: number;
  /** How many bytes are read at once. */
  readonly chunk: number;
}

/**
 * Told of one line: it is in `bytes` from `from` to before `to`, without its newline, and begins at `offset` in the log.
 * `bytes` hold until the next line; undefined for a line that is too long to be held. False ends the reading.
 */
export type Visit = (bytes: Uint8Array | undefined, from: number, to: number, offset: number) => boolean;

/**
 * All lines, the last one first. A line that does not fit into a chunk is found by its ends and then read once more, so
 * that its pieces need not be kept: neither time nor memory grows faster than it. Law: readers-agree
 */
export function linesBackward(log: SizedLog, visit: Visit): void {
  const { size, chunk } = log;
  if (size === 0) return;
  let end = read(log, size - 1, size)[0] === NEWLINE ? size - 1 : size;
  for (;;) {
    const start = Math.max(0, end - chunk);
    const bytes = read(log, start, end);
    let to = bytes.length;
    for (;;) {
      const newline = to === 0 ? -1 : bytes.lastIndexOf(NEWLINE, to - 1);
      if (newline === -1 && start > 0) break;
      if (!visit(bytes, newline + 1, to, start + newline + 1) || newline === -1) return;
      to = newline;
    }
    if (to < bytes.length) {
      end = start + to;
      continue;
    }
    const begin = beginBefore(log, start);
    if (!whole(log, begin, end, visit) || begin === 0) return;
    end = begin - 1;
  }
}

/** All lines, the first one first. */
export function linesForward(log: SizedLog, visit: Visit): void {
  const { size, chunk } = log;
  for (let start = 0; start < size; ) {
    const bytes = read(log, start, Math.min(size, start + chunk));
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE); to !== -1; to = bytes.indexOf(NEWLINE, from)) {
      if (!visit(bytes, from, to, start + from)) return;
      from = to + 1;
    }
    if (from > 0) {
      start += from;
      continue;
    }
    const end = endBehind(log, start + bytes.length);
    if (!whole(log, start, end, visit)) return;
    start = end + 1;
  }
}

/** How many lines end before `offset`, where one begins. */
export function linesBefore(log: SizedLog, offset: number): number {
  let count = 0;
  for (let start = 0; start < offset; start += log.chunk) {
    const bytes = read(log, start, Math.min(offset, start + log.chunk));
    for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  }
  return count;
}

function whole(log: SizedLog, begin: number, end: number, visit: Visit): boolean {
  const length = end - begin;
  return visit(length > LONGEST_LINE ? undefined : read(log, begin, end), 0, length, begin);
}

/** Where the line begins that goes on at `at`. */
function beginBefore(log: SizedLog, at: number): number {
  for (let end = at; end > 0; ) {
    const start = Math.max(0, end - log.chunk);
    const newline = read(log, start, end).lastIndexOf(NEWLINE);
    if (newline !== -1) return start + newline + 1;
    end = start;
  }
  return 0;
}

/** Where the line ends that goes on at `at`. */
function endBehind(log: SizedLog, at: number): number {
  for (let start = at; start < log.size; start += log.chunk) {
    const newline = read(log, start, Math.min(log.size, start + log.chunk)).indexOf(NEWLINE);
    if (newline !== -1) return start + newline;
  }
  return log.size;
}

/** As a Buffer, which looks for a byte many times faster than other arrays do. */
function read({ source }: SizedLog, from: number, to: number): Buffer {
  const bytes = source.read(from, to - from);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
