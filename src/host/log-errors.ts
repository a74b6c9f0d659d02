/** What a person is told when a log cannot be written: what happened, where, and what to do next (bug report 22). */
import { LogWriteError } from "../ports.ts";

const FREE_SPACE = "Free some space, then send the prompt again.";

/** What to do, by the system's name for what went wrong. */
const WAYS_OUT: Readonly<Record<string, string>> = {
  ENOSPC: FREE_SPACE,
  EDQUOT: FREE_SPACE,
  EFBIG: "The file is as large as it may be here: begin a new session, or raise the limit.",
  EMFILE: "This process has too many files open: end what it runs, then send the prompt again.",
  ENFILE: "This machine has too many files open: end other programs, then send the prompt again.",
  EIO: "The disk fails: look after it before you go on.",
};
const ANY_OTHER = "Free some space or check its permissions, then send the prompt again.";

/** An entry was not written, or not whole. The next append begins a fresh line. */
export function notWritten(path: string, cause: unknown): LogWriteError {
  if (cause instanceof LogWriteError) return cause;
  const message = `The session log could not be written: ${reasonOf(cause)} (${path}). ${wayOut(cause)}`;
  return new LogWriteError(message, { cause });
}

/** The log is there and could not be read. */
export function notRead(path: string, cause: unknown): LogWriteError {
  if (cause instanceof LogWriteError) return cause;
  return new LogWriteError(`The session log could not be read: ${reasonOf(cause)} (${path}).`, { cause });
}

/** An entry was written, but the disk did not confirm that it has it. */
export function notSynced(path: string, cause: unknown): LogWriteError {
  const message = `The session log was written, but the disk did not confirm it: ${reasonOf(cause)} (${path}).`;
  return new LogWriteError(`${message} ${wayOut(cause)}`, { cause });
}

/** The file is not there any more, or is another one. It is not made again (fact 16). */
export function gone(path: string, cause?: unknown): LogWriteError {
  return new LogWriteError(
    `The session log was deleted, moved or replaced while it was open (${path}). Put it back and send the prompt again, or begin a new session; nothing was written.`,
    { cause },
  );
}

/** Is there nothing at the path? */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function wayOut(cause: unknown): string {
  return WAYS_OUT[codeOf(cause)] ?? ANY_OTHER;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
