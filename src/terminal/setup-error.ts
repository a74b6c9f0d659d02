/** Something that a run needs is missing or unreadable; the message is one clear line. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/** Settings files have faults. Nothing is begun: what they forbid might not be known. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  /** One sentence for each fault: file, line, and what is wrong. */
  constructor(faults: readonly string[]) {
    super(`${faults.join("\n")}\nNothing was started. Mend that, or move the file away, and start again.`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file.",
  ENOTDIR: "a part of the path is a file, not a folder.",
  EISDIR: "it is a folder.",
  EACCES: "it may not be read or written.",
};

/** Why something could not be read or written, in words; for anything else the error's own. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

/** Is this what the operating system, or the size of an input, says, rather than a fault in the program? */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof RangeError ||
    (error instanceof Error && "code" in error && ("syscall" in error || TOO_LARGE.has(String(error.code))))
  );
}

const TOO_LARGE = new Set(["ERR_STRING_TOO_LONG", "ERR_FS_FILE_TOO_LARGE"]);
