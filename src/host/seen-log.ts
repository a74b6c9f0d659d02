/** A log file as it is read: what was seen of it once is looked for again, and nothing else is taken for it. */
import { constants, type Stats } from "node:fs";
import type { FileCalls } from "./file-calls.ts";
import { gone, isMissing, notRead } from "./log-errors.ts";
import { readPart } from "./read-part.ts";

/**
 * The log at a path. A file that was seen and is there no more, or is another one, is told: what stood in it would be
 * missing.
 */
export class SeenLog {
  protected readonly path: string;
  protected readonly calls: FileCalls;
  /** Which file it is, since it was seen first. */
  protected known: { readonly dev: number; readonly ino: number } | undefined;
  #room: Uint8Array = new Uint8Array();

  constructor(path: string, calls: FileCalls) {
    this.path = path;
    this.calls = calls;
  }

  read(offset?: number, length = Number.POSITIVE_INFINITY): Uint8Array {
    return this.#look(new Uint8Array(), (file, { size }) => {
      if (offset === undefined) return this.calls.readFileSync(file);
      return this.#part(file, offset, Math.max(0, Math.min(length, size - offset)));
    });
  }

  size(): number {
    return this.#look(0, (_, { size }) => size);
  }

  /** Is it the file that it was? Throws where it is not. */
  protected recognize({ dev, ino }: Stats): void {
    this.known ??= { dev, ino };
    if (ino !== this.known.ino || dev !== this.known.dev) throw gone(this.path);
  }

  protected letGo(file: number | undefined): void {
    if (file === undefined) return;
    try {
      this.calls.closeSync(file);
    } catch {
      // What was to last is on the disk already; of the rest a failed close says nothing that can be mended.
    }
  }

  /** `nothing` where the file does not exist yet. */
  #look<T>(nothing: T, look: (file: number, status: Stats) => T): T {
    let file: number | undefined;
    try {
      // Without waiting: in a log's place may be a pipe, into which nobody ever writes.
      file = this.calls.openSync(this.path, constants.O_RDONLY | constants.O_NONBLOCK);
      const status = this.calls.fstatSync(file);
      if (!status.isFile()) throw new Error("it is not a file");
      this.recognize(status);
      return look(file, status);
    } catch (error) {
      if (!isMissing(error)) throw notRead(this.path, error);
      if (this.known) throw gone(this.path, error);
      return nothing;
    } finally {
      this.letGo(file);
    }
  }

  /** A log is read part by part because it is large, so the room for one part is used again. */
  #part(file: number, offset: number, length: number): Uint8Array {
    if (this.#room.length < length) this.#room = Buffer.allocUnsafeSlow(length);
    return readPart(this.calls, file, this.#room, { offset, length });
  }
}
