/** The log file on a real disk: opened to append, written a whole line at a time, never truncated or rewritten. */
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { type LogFile, LogWriteError } from "../ports.ts";

const NEWLINE = 0x0a;

/**
 * The log at `path`, its folder 0700 and the file 0600 (C-3.1, bug report 124). Nothing is created before the first append.
 * A last line without its newline, which a killed process leaves, is closed off first, in the same write. Law: self-healing
 */
export function logFileAt(path: string): LogFile {
  return {
    read: () => readIfThere(path),
    append: (line) => appendLine(path, line),
  };
}

function readIfThere(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return new Uint8Array();
    throw error;
  }
}

function appendLine(path: string, line: string): void {
  let file: number | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    file = openSync(path, "a+", 0o600);
    const bytes = Buffer.from(endsOpen(file) ? `\n${line}` : line, "utf8");
    const written = writeSync(file, bytes);
    if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LogWriteError(
      `The session log could not be written: ${reason} (${path}). Free some space or check its permissions, then send the prompt again.`,
      { cause: error },
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function endsOpen(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last[0] !== NEWLINE;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
