/**
 * Bytes of a log to its lines. The mode is: skip any damaged line, never truncate, always report (D-12).
 */
import { type Line, parseLine } from "./entry.ts";

/** A line that could be read, and where it stands; `number` counts from 1. */
export interface ReadLine {
  readonly number: number;
  readonly line: Line;
}

/** A line that could not be read as a whole; `saved` is how many lines were found whole in it. */
export interface DamagedLine {
  readonly number: number;
  readonly damage: string;
  readonly saved: number;
}

/** What a log's bytes hold. */
export interface ReadLog {
  readonly lines: readonly ReadLine[];
  readonly damaged: readonly DamagedLine[];
  /**
   * How many lines there are, damaged and blank ones included, and so the number of the last one. A reader that has not
   * begun at the beginning may not know: then it is 0, and the lines before the last are counted down from there.
   */
  readonly count: number;
}

const NEWLINE = 0x0a;
const UTF_8 = new TextDecoder();
/** Bytes of a line: a longer one would not fit into a string. */
export const LONGEST_LINE = 256 * 1024 * 1024;

/**
 * Where a line begins within a damaged one, glued to what was torn off before it (bug report 26): at an object that is
 * no value of another. A value stands behind `:`, `,` or `[`, and within a string `{"` would be escaped. The line that is
 * torn may also be the last one, soon after its brace; and NULs stand for what never reached the disk, in no line.
 */
const GLUED = /\0+|(?=\{(?<![:,[]\s*\{)(?:"\w+":|"?\w*"?$))/;

/**
 * Reads all lines of a log. Only the byte 0x0A ends a line: U+2028 inside a string does not. A byte order mark at
 * the start is not part of the first line; blank lines are nothing. Never throws, whatever the bytes.
 * Law: reader-total, damage-local, glued-saved, whole-kept, cut-anywhere
 */
export function readLog(bytes: Uint8Array): ReadLog {
  const lines: ReadLine[] = [];
  const damaged: DamagedLine[] = [];
  let number = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline === -1 ? bytes.length : newline;
    number += 1;
    const { whole, damage } = readLine(bytes.subarray(start, end));
    if (damage !== undefined) damaged.push({ number, damage, saved: whole.length });
    for (const line of whole) lines.push({ number, line });
    start = end + 1;
  }
  return { lines, damaged, count: number };
}

/** What is found in a line that is longer than `LONGEST_LINE`. */
export const tooLong = (length: number) => ({ whole: [], damage: `too long to be read (${length} bytes)` });

/** One line's bytes, without its newline: the lines that are whole in them, and what is wrong if that is not all. */
export function readLine(bytes: Uint8Array): { readonly whole: readonly Line[]; readonly damage?: string } {
  if (bytes.length > LONGEST_LINE) return tooLong(bytes.length);
  const source = UTF_8.decode(bytes);
  if (source.trim() === "") return { whole: [] };
  const parsed = parseLine(source);
  if ("type" in parsed) return { whole: [parsed] };
  const parts = source.split(GLUED);
  const whole = parts.length === 1 ? [] : parts.map(parseLine).filter((part) => "type" in part);
  return { whole, damage: parsed.damage };
}
