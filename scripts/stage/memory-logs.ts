/** Log files in memory, which outlive the processes that write them. */
import type { LogFile } from "#src/index.ts";

const NEWLINE = 0x0a;

/** What can be read of a log that is in memory. */
export function readable(bytes: () => Uint8Array): Pick<LogFile, "read" | "size"> {
  return {
    read: (offset = 0, length = bytes().length) => bytes().subarray(offset, offset + length),
    size: () => bytes().length,
  };
}

/** A folder of logs. Like the real file it can be appended to and read; only a test or a play can put another text there. */
export class MemoryLogs {
  readonly #logs = new Map<string, Uint8Array>();

  /** The log at this path. */
  open(path: string): LogFile {
    return { ...readable(() => this.#bytes(path)), append: (line) => this.#append(path, line) };
  }

  /** Puts another text in a log's place. */
  set(path: string, text: string): void {
    this.#logs.set(path, new TextEncoder().encode(text));
  }

  #bytes(path: string): Uint8Array {
    return this.#logs.get(path) ?? new Uint8Array();
  }

  /** A line that a killed process left without its newline is closed off first, as on a real disk. */
  #append(path: string, line: string): void {
    const before = this.#bytes(path);
    const open = before.length > 0 && before.at(-1) !== NEWLINE;
    const added = new TextEncoder().encode(open ? `\n${line}` : line);
    const bytes = new Uint8Array(before.length + added.length);
    bytes.set(before);
    bytes.set(added, before.length);
    this.#logs.set(path, bytes);
  }
}
