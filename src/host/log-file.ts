/** The log file on a real disk: held open to append, written a whole line at a time, never truncated or rewritten. */
import { constants } from "node:fs";
import { dirname } from "node:path";
import type { LogFile } from "../ports.ts";
import { type FileCalls, syncNames, tighten } from "./file-calls.ts";
import { gone, isMissing, notSynced, notWritten } from "./log-errors.ts";
import { SeenLog } from "./seen-log.ts";

/** How a log is kept: by which calls, whether every entry is to last, and who is told when a file is held open. */
export interface Keeping {
  readonly calls: FileCalls;
  readonly syncsEach: boolean;
  readonly opened: (log: HeldLog) => void;
}

const NEWLINE = 0x0a;
/** The last byte that is known, and room for one that another program has put behind it. */
const TAIL = Buffer.alloc(2);

/**
 * The log at `path`. Nothing is made before the first append; then the folders are 0700 and the file 0600 (C-3.1, bug
 * report 124): a looser file is tightened, a folder that was there stays as it is. The file is opened once and held.
 * After any failure it is closed, and the next append opens it anew. A file that was seen and is there no more, or is
 * another one, is told and never made again: what stood in it would be missing. Law: fault-total
 */
export class HeldLog extends SeenLog implements LogFile {
  readonly #keeping: Keeping;
  #file: number | undefined;
  /** Where the file ended when it was looked at last. */
  #end = 0;
  /** The outermost name that was made for this log and is not on the disk yet. */
  #newName: string | undefined;

  constructor(path: string, keeping: Keeping) {
    super(path, keeping.calls);
    this.#keeping = keeping;
  }

  /** All of the line, its end included, in one write; what the last one lacks comes before it. Law: one-write */
  append(line: string, lasting = false): void {
    const { calls, syncsEach } = this.#keeping;
    try {
      const file = this.#held();
      if (lasting) this.recognize(calls.statSync(this.path));
      const bytes = Buffer.from(this.#endsOpen(file) ? `\n${line}` : line, "utf8");
      const written = calls.writeSync(file, bytes);
      // The rest is not sent after it: another writer's line may stand between by then.
      if (written !== bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`);
      this.#end += written;
    } catch (error) {
      this.close();
      throw this.known && isMissing(error) ? gone(this.path, error) : notWritten(this.path, error);
    }
    if (lasting || syncsEach) this.#sync();
  }

  /** Lets go of the file; a later append opens it again. */
  close(): void {
    const file = this.#file;
    this.#file = undefined;
    this.letGo(file);
  }

  #held(): number {
    if (this.#file !== undefined) return this.#file;
    const { calls, opened } = this.#keeping;
    // Only a log that nobody has seen yet is made: one that was there before is not begun again.
    const making = this.known === undefined;
    if (making) this.#newName ??= calls.mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_APPEND | (making ? constants.O_CREAT : 0);
    const file = calls.openSync(this.path, flags, 0o600);
    this.#file = file;
    const status = calls.fstatSync(file);
    if (!status.isFile()) throw new Error("it is not a file");
    this.recognize(status);
    this.#end = status.size;
    if (status.size === 0) this.#newName ??= this.path;
    tighten(calls, file, status);
    opened(this);
    return file;
  }

  /**
   * Does the last line lack its newline, as a killed process or a full disk leaves it? Looked at before every append,
   * since another writer of this log may be killed at any time. One that is in the middle of its write looks the same;
   * then a blank line comes between, which is nothing. Law: self-healing, one-write
   */
  #endsOpen(file: number): boolean {
    const { calls } = this.#keeping;
    const known = Math.min(this.#end, 1);
    if (calls.readSync(file, TAIL, 0, 2, this.#end - known) !== known) {
      // It has grown or shrunk since.
      this.#end = calls.fstatSync(file).size;
      if (this.#end > 0) calls.readSync(file, TAIL, 0, 1, this.#end - 1);
    }
    return this.#end > 0 && TAIL[0] !== NEWLINE;
  }

  /** Waits until all that was written is on the disk itself, and so are the names by which a new log is found. */
  #sync(): void {
    const { calls } = this.#keeping;
    try {
      if (this.#file !== undefined) calls.fdatasyncSync(this.#file);
      if (this.#newName !== undefined) syncNames(calls, this.path, this.#newName);
      this.#newName = undefined;
    } catch (error) {
      this.close();
      throw notSynced(this.path, error);
    }
  }
}
