/**
 * The pen: appends entries to one session's log, each hung on the one before (C-3.3).
 */
import type { Listener } from "../events.ts";
import type { Clock, Ids, LogFile } from "../ports.ts";
import { isRecord } from "../wire.ts";
import { type ChainEntry, type Line, printLine } from "./entry.ts";

/** What every entry of a session carries besides its own content (D-6). */
export interface Identity {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gitBranch: string;
  readonly version: string;
  /** How the client was started (fact 18). Left out: `cli`, at a terminal. */
  readonly entrypoint?: string;
  /** The subagent whose sidechain this is; left out on the main chain (fact 9). */
  readonly agentId?: string | undefined;
}

/** What makes one entry different from another: its type and that type's fields. */
export type EntryContent = Line & { readonly type: "user" | "assistant" | "system" | "attachment" };

/** What a log is written with. */
export interface WriterOptions {
  readonly file: LogFile;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly identity: Identity;
  /** Told of each line as soon as it is written. */
  readonly emit: Listener;
  /** The leaf's uuid; null in an empty log. */
  readonly cursor: string | null;
  /** How many lines the file has. */
  readonly lines: number;
}

/**
 * Appends to one log. It keeps no entry, only a cursor: the uuid that the next entry hangs on. With two writers on one
 * file each goes on from its own cursor, so each chain stays whole (C-5.4c, O-25). Law: two-writers
 */
export class LogWriter {
  readonly #options: WriterOptions;
  #cursor: string | null;
  #lines: number;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#cursor = options.cursor;
    this.#lines = options.lines;
  }

  /** The uuid that the next entry hangs on; null before the first one. */
  get cursor(): string | null {
    return this.#cursor;
  }

  //#region append-entry
  /**
   * Appends one entry of the chain and moves the cursor onto it. `parent` is the cursor, but for the result of a
   * parallel call, which hangs on its own call (O-4). Throws `LogWriteError`; the cursor then stays, so that no entry
   * ever names a parent that was not written. Law: parent-first, full-disk, failed-append
   */
  entry(
    content: EntryContent,
    parent: string | null = this.#cursor,
    uuid: string = this.#options.ids.uuid(),
  ): ChainEntry {
    const { clock, identity } = this.#options;
    const entry: ChainEntry = {
      parentUuid: parent,
      isSidechain: identity.agentId !== undefined,
      ...content,
      uuid,
      timestamp: clock.now().toISOString(),
      userType: "external",
      entrypoint: "cli",
      ...identity,
    };
    // What a boundary cuts off is gone only when a summary stands in its place.
    this.#append(entry, entry["subtype"] === "compact_boundary" ? this.#cursor : entry.uuid);
    return entry;
  }
  //#endregion

  /** Appends a line beside the chain; the cursor stays. */
  ledger(content: Line): void {
    this.#append({ ...content, sessionId: this.#options.identity.sessionId }, this.#cursor);
  }

  #append(line: Line, cursor: string | null): void {
    this.#options.file.append(printLine(line), isLasting(line));
    this.#cursor = cursor;
    this.#lines += 1;
    this.#options.emit({ type: "append", number: this.#lines, line });
  }
}

/** What a person must find again though the machine falls: a prompt, and the line that ends a turn. Law: made-to-last */
function isLasting({ type, message }: Line): boolean {
  return type === "last-prompt" || (isRecord(message) && typeof message["content"] === "string");
}
