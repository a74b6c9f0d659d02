/** The world of a command line, and what can go wrong in it. */

/** What a command is given besides its arguments. */
export interface Terminal {
  /** The folder that paths are taken from. */
  readonly here: string;
  /** How wide the screen is; undefined where the output does not go to one. */
  readonly columns: number | undefined;
  /** A line of what was asked for. */
  print(text: string): void;
  /** A remark beside it. */
  note(text: string): void;
  /** Until the user wants the command to end, as with Ctrl-C. */
  stopped(): Promise<void>;
}

/** The command line makes no sense; the message is one line, for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Something that a command needs is missing or unreadable; the message is one clear line. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder.",
  EEXIST: "a part of the path is a file, not a folder.",
  ENOTDIR: "a part of the path is a file, not a folder.",
  EISDIR: "it is a folder.",
  EACCES: "it is not allowed.",
  EPERM: "it is not allowed.",
  EADDRINUSE: "something else listens there. Take another --port, or 0 for any that is free.",
  EADDRNOTAVAIL: "this machine has no such address.",
  ENOTFOUND: "there is no such host.",
};

/** Why something could not be done, in words; for what the system does not say, the error's own. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
