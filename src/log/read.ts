/**
 * Bytes of a log to its lines. The mode is: skip any damaged line, never truncate, always report (D-12).
 */
import { type Line, parseLine } from "./entry.ts";

/** A line that could be read, and where it stands; `number` counts from 1. */
export interface ReadLine {
  readonly number: number;
  readonly line: Line;
}

/** A line that could not be read. */
export interface DamagedLine {
  readonly number: number;
  readonly damage: string;
}

/** What a log's bytes hold. */
export interface ReadLog {
  readonly lines: readonly ReadLine[];
  readonly damaged: readonly DamagedLine[];
  /** How many lines there are, damaged and blank ones included. */
  readonly count: number;
}

const NEWLINE = 0x0a;
/** Bytes of a line: a longer one would not fit into a string. */
const LONGEST = 256 * 1024 * 1024;

/**
 * Reads all lines of a log. Only the byte 0x0A ends a line: U+2028 inside a string does not. A byte order mark at
 * the start is not part of the first line; blank lines are nothing. Never throws, whatever the bytes.
 * Law: reader-total, damage-local
 */
export function readLog(bytes: Uint8Array): ReadLog {
  const lines: ReadLine[] = [];
  const damaged: DamagedLine[] = [];
  const decoder = new TextDecoder("utf-8");
  let number = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    number += 1;
    const length = end - start;
    const source = length > LONGEST ? "" : decoder.decode(bytes.subarray(start, end));
    start = end + 1;
    if (length > LONGEST) damaged.push({ number, damage: `too long to be read (${length} bytes)` });
    if (source.trim() === "") continue;
    const parsed = parseLine(source);
    if (isDamage(parsed)) damaged.push({ number, damage: parsed.damage });
    else lines.push({ number, line: parsed });
  }
  return { lines, damaged, count: number };
}

function isDamage(parsed: ReturnType<typeof parseLine>): parsed is { readonly damage: string } {
  return !("type" in parsed);
}
