/**
 * Everything that is not deterministic enters here: time, ids, files, the shell, the model, the person at the
 * keyboard. With these replaced, a whole session runs under a seed.
 */
import type { MessagesRequest, ModelResponse } from "./wire.ts";

/** What time it is; stamped on log entries, never shown to the model. */
export interface Clock {
  now(): Date;
}

/** Fresh identifiers for entries and sessions. */
export interface Ids {
  uuid(): string;
}

/**
 * A session log as the harness may touch it: it can grow at its end and be read, nothing else. History is
 * append-only because there is no other verb (C-3.14). Law: append-only
 */
export interface LogFile {
  /**
   * Adds one whole line, newline included, in one write: from then on a killed process cannot lose it. One that is
   * `lasting` is on the disk itself before this returns, so that the machine's fall cannot lose it either. Throws
   * `LogWriteError` when it was not all written, or when the disk did not confirm it.
   */
  append(line: string, lasting?: boolean): void;
  /**
   * The file's bytes now, or `length` of them from `offset` on, which hold until a part is read again. Empty when it does
   * not exist yet. Throws `LogWriteError` where a known file is gone.
   */
  read(offset?: number, length?: number): Uint8Array;
  /** How many bytes it has now. */
  size(): number;
}

/** The project's files as the tools and the memory reader touch them. Paths are absolute. */
export interface Disk {
  /** The real path with every symlink resolved; undefined where nothing is, or nothing that may be looked at. */
  realPath(path: string): string | undefined;
  /** What stands at the path itself, a symlink not followed. */
  kind(path: string): "file" | "folder" | "link" | "other" | undefined;
  /** The file's bytes; undefined where there is no file. */
  read(path: string): Uint8Array | undefined;
  /** Creates or replaces a file and makes its folders; refuses to write through a symlink. */
  write(path: string, content: string): void;
  /** How many names a file has (more than one are hard links), and its permission bits; undefined where there is no file. */
  stat(path: string): { readonly links: number; readonly mode: number } | undefined;
  /** As `write`, but in one step: whenever it is stopped, the old file or the new one stands there, whole. */
  replace(path: string, content: Uint8Array, mode?: number): void;
  /** Removes a file, or a folder that is empty. */
  remove(path: string): void;
  /** What stands in a folder, the newest change first; nothing where there is no folder. */
  list(folder: string): readonly DiskEntry[];
}

/** One thing in a folder: what stands there itself, a symlink not followed. `changed` is in milliseconds. */
export interface DiskEntry {
  readonly name: string;
  readonly kind: ReturnType<Disk["kind"]>;
  readonly changed: number;
  readonly bytes: number;
}

/** How a shell command ended. */
export interface ShellResult {
  /** Standard output and error, in order of arrival; of what is too long the middle is left out, and it is said there. */
  readonly output: string;
  /** How many characters of it were left out; left out itself: none. */
  readonly leftOut?: number;
  /** The exit code; null when a signal ended it. */
  readonly exitCode: number | null;
  /** Was it stopped because its time was over? */
  readonly timedOut: boolean;
}

/** Runs a command line. The command's whole process group is gone when the promise settles. */
export interface Shell {
  run(
    command: string,
    /** `keep`: how many characters of output, at the most; left out, as many as can be shown as they are (30,000). */
    options: { cwd: string; timeoutMs: number; signal?: AbortSignal | undefined; keep?: number },
  ): Promise<ShellResult>;
}

/** A piece of a response as it streams in. */
export interface Delta {
  readonly kind: "text" | "thinking";
  readonly text: string;
}

/** LAYER 1: takes one whole request and answers it. It remembers nothing (C-1.2). */
export interface Model {
  /** Throws `ApiError` when the API refuses, fails or cannot be reached. */
  send(
    request: MessagesRequest,
    options: { onDelta?: (delta: Delta) => void; signal?: AbortSignal | undefined },
  ): Promise<ModelResponse>;
}

/** Whether a tool call may run, asked before it does (C-1.3). */
export interface Ask {
  permit(call: AskedCall): Promise<Permission>;
}

/** A tool call as whoever decides on it is told of it. */
export interface AskedCall {
  /** The call's own id. */
  readonly id: string;
  readonly tool: string;
  readonly kind: ToolKind;
  /** It fits the tool's schema. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Aborted when the turn is: whoever is asked need not answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What a tool can do to the world, which is what permission is about. */
export type ToolKind = "read" | "edit" | "shell";

/** An answer to `Ask`: yes, or no with the sentence that the model is given as the error result. */
export type Permission = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** All ports of one running harness. */
export interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly disk: Disk;
  readonly shell: Shell;
  readonly model: Model;
  readonly ask: Ask;
  /** The log file at this absolute path. Opening it writes nothing. */
  readonly openLog: (path: string) => LogFile;
}

/** What an `ApiError` says besides its message. */
export interface ApiErrorDetails {
  /** The HTTP status; undefined when no answer came or the stream broke. */
  readonly status?: number | undefined;
  /** The API's error type (MR-16), or `connection_error`, `stream_error`, `aborted` where it gave none. */
  readonly type: string;
  readonly requestId?: string | null;
  /** Had the answer begun when it broke off? Then nobody below has tried again (MR-70). */
  readonly inMidStream?: boolean;
  /** Of an interrupted answer: the blocks that were complete, and the usage known so far (D-5). */
  readonly partial?: ModelResponse | undefined;
}

/** The API refused, failed or could not be reached. The request may be sent again; nothing was logged (D-5). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly details: ApiErrorDetails;

  constructor(message: string, details: ApiErrorDetails, cause?: unknown) {
    super(message, { cause });
    this.details = details;
  }
}

/**
 * An entry could not be written, or the log not be read back. What stood in it before still stands; the next append
 * begins a fresh line.
 */
export class LogWriteError extends Error {
  override readonly name = "LogWriteError";
}
