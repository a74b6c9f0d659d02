/**
 * The lines of files that match a regular expression. Which files, is settled before; how they are searched is a matter
 * of speed alone: this way, which needs nothing, and ripgrep's, where it is installed, find the same.
 */
import { RE2JS } from "re2js";
import type { Disk } from "../../ports.ts";

/** What is searched for, and where. */
export interface Search {
  /** In RE2's syntax, which ripgrep's is much like: no look-around, no references back, and so linear in time. */
  readonly pattern: string;
  readonly ignoreCase: boolean;
  /** Absolute paths that have passed the gate. */
  readonly files: readonly string[];
}

/** A line that matches; the first one of a file is 1. */
export interface FoundLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of one file that match: how many, and the first of them. */
export interface FoundInFile {
  count: number;
  readonly lines: FoundLine[];
}

/** Finds by file. Files without a match are not in it, nor are binary ones; what cannot be read is passed over. */
export type FindLines = (
  search: Search,
  around: { readonly disk: Disk; readonly signal?: AbortSignal | undefined },
) => Promise<ReadonlyMap<string, FoundInFile>>;

/** Lines of one file that are kept; the others are only counted. */
export const MOST_LINES = 200;
const LONGEST_TEXT = 500;

/** Searches in this process. `pause` is waited for between files, so that an interrupt is heard. Law: found-alike */
export function inProcess(pause: () => Promise<void> = async () => {}): FindLines {
  return async ({ pattern, ignoreCase, files }, { disk, signal }) => {
    const expression = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    const found = new Map<string, FoundInFile>();
    for (const file of files) {
      await pause();
      if (signal?.aborted) break;
      for (const [index, line] of linesOf(disk, file).entries()) {
        if (expression.matcher(line).find()) note(found, file, index + 1, line);
      }
    }
    return found;
  };
}

/** Adds a line to what was found. */
export function note(found: Map<string, FoundInFile>, file: string, number: number, line: string): void {
  const inFile = found.get(file) ?? { count: 0, lines: [] };
  found.set(file, inFile);
  inFile.count += 1;
  if (inFile.count > MOST_LINES) return;
  const text = line.replace(/\r?\n?$/, "");
  const left = text.length - LONGEST_TEXT;
  const told = left > 0 ? `${text.slice(0, LONGEST_TEXT).toWellFormed()} [… ${left} characters …]` : text;
  inFile.lines.push({ number, text: told });
}

function linesOf(disk: Disk, file: string): string[] {
  const bytes = readable(disk, file);
  if (!bytes || bytes.includes(0)) return [];
  const lines = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function readable(disk: Disk, file: string): Uint8Array | undefined {
  try {
    return disk.read(file);
  } catch {
    // A file that this user may not read stops no search of the others.
    return undefined;
  }
}
