/** Rows that are taken to be read whole, and their lines. */
import { blocksOf, isChainEntry, type Line } from "../../../log/entry.ts";
import { isToolUse } from "../../../wire.ts";
import { hashOf } from "./name-hash.ts";
import type { Linked } from "./rows-linked.ts";

/** Reads rows whole. */
export type ReadRows = (rows: readonly number[]) => ReadonlyMap<number, Line>;

/** Takes each row once, and reads what was taken when it is asked for. */
export class TakenRows {
  readonly #linked: Linked;
  readonly #readRows: ReadRows;
  readonly #isTaken: Uint8Array;
  readonly #lines = new Map<number, Line>();
  #unread: number[] = [];

  constructor(linked: Linked, readRows: ReadRows) {
    this.#linked = linked;
    this.#readRows = readRows;
    this.#isTaken = new Uint8Array(linked.rows.count);
  }

  has(row: number): boolean {
    return this.#isTaken[row] === 1;
  }

  /** All that are taken, in the order of the file. */
  rows(): number[] {
    return [...this.#isTaken.keys()].filter((row) => this.has(row));
  }

  /** Takes rows; gives back those of them that were not taken yet, added to `fresh`. */
  take(rows: readonly number[], fresh: number[] = []): number[] {
    for (const row of rows) {
      if (this.has(row)) continue;
      this.#isTaken[row] = 1;
      fresh.push(row);
      this.#unread.push(row);
    }
    return fresh;
  }

  takeAll(): void {
    this.take([...this.#isTaken.keys()].filter((row) => this.#linked.isRepeated[row] === 0));
  }

  /** Reads what was taken since; returns the calls in it, as their hashes. */
  read(): Set<number> {
    const read = this.#readRows(this.#unread);
    this.#unread = [];
    const calls = new Set<number>();
    for (const [row, line] of read) {
      this.#lines.set(row, line);
      if (!isChainEntry(line)) continue;
      for (const block of blocksOf(line)) if (isToolUse(block)) calls.add(hashOf(block.id));
    }
    return calls;
  }

  /** By row, all that was taken. */
  lines(): ReadonlyMap<number, Line> {
    this.read();
    return this.#lines;
  }
}
