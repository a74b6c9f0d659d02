/**
 * The pen: appends entries to one session's log, each hung on the one before (C-3.3).
 */
import type { Clock, Ids, LogFile } from "../ports.ts";
import { type ChainEntry, type Line, printLine } from "./entry.ts";

/** What every entry of a session carries besides its own content (D-6). */
export interface Identity {
  readonly sessionId: string;
  readonly cwd: string;
  readonly gitBranch: string;
  readonly version: string;
  /** The subagent whose sidechain this is; left out on the main chain (fact 9). */
  readonly agentId?: string | undefined;
}

/** What makes one entry different from another: its type and that type's fields. */
export interface EntryContent {
  readonly type: "user" | "assistant" | "system" | "attachment";
  readonly [field: string]: unknown;
}

/**
 * Appends to one log. It keeps no entry, only a cursor: the uuid that the next entry hangs on. With two writers on one
 * file each goes on from its own cursor, so each chain stays whole (O-25).
 */
export class LogWriter {
  readonly #file: LogFile;
  readonly #identity: Identity;
  readonly #ports: { readonly clock: Clock; readonly ids: Ids };
  #cursor: string | null;
  #lines: number;

  /** `cursor` is the leaf's uuid, null in an empty log; `lines` is how many lines the file has. */
  constructor(
    file: LogFile,
    identity: Identity,
    ports: { readonly clock: Clock; readonly ids: Ids },
    start: { readonly cursor: string | null; readonly lines: number },
  ) {
    this.#file = file;
    this.#identity = identity;
    this.#ports = ports;
    this.#cursor = start.cursor;
    this.#lines = start.lines;
  }

  /** The uuid that the next entry hangs on; null before the first one. */
  get cursor(): string | null {
    return this.#cursor;
  }

  /** How many lines the file has now, as far as this writer knows: the number of the line written last. */
  get lines(): number {
    return this.#lines;
  }

  /**
   * Appends one entry of the chain and moves the cursor onto it. `parent` is the cursor, but for the result of a
   * parallel call, which hangs on its own call (O-4). Throws `LogWriteError`; the cursor then stays, so that no entry
   * ever names a parent that was not written. Law: parent-first
   */
  entry(content: EntryContent, parent: string | null = this.#cursor): ChainEntry {
    const entry: ChainEntry = {
      parentUuid: parent,
      isSidechain: this.#identity.agentId !== undefined,
      ...content,
      uuid: this.#ports.ids.uuid(),
      timestamp: this.#ports.clock.now().toISOString(),
      userType: "external",
      entrypoint: "cli",
      ...this.#identity,
    };
    this.#append(entry);
    this.#cursor = entry.uuid;
    return entry;
  }

  /** Appends a line beside the chain; the cursor stays. */
  ledger(content: Line): Line {
    const line = { ...content, sessionId: this.#identity.sessionId };
    this.#append(line);
    return line;
  }

  #append(line: Line): void {
    this.#file.append(printLine(line));
    this.#lines += 1;
  }
}
