/** What was met of a log so far, line by line from either end: the rows of its tree, and what stands beside them. */
import type { Line } from "../../../log/entry.ts";
import { type DamagedLine, type ReadLine, readLine, tooLong } from "../../../log/read.ts";
import { DIGEST_LINE } from "../../../request/digest.ts";
import { Columns, type Place, type Rows } from "./columns.ts";
import { ABSENT, type Header, headerOf } from "./header.ts";
import { Names } from "./names.ts";
import type { NamedLeaf } from "./rows-linked.ts";
import { Scanner } from "./scan.ts";

/** How a log is met. */
export interface Meeting {
  /** Its last line first? */
  readonly isBackward: boolean;
  readonly agentId?: string | undefined;
  /** How many names there may be. */
  readonly names?: number;
  /** Bytes at the beginning of which every line is parsed whole and kept. */
  readonly parsed?: number;
}

/** A `last-prompt` line, and where it lies. */
export type PromptLine = NamedLeaf & { readonly place: Place };

/**
 * Takes lines up one after the other and keeps little of each. Lines are counted from 1, or, met backward, from -1 down;
 * `shift` says what to add. A line that the scanner is not sure of is read whole. The first lines may be read whole as well:
 * the scanner is slow as long as the machine has not seen much of it, and these are likely to be asked for.
 */
export class LogWindow {
  readonly names: Names;
  readonly #isBackward: boolean;
  readonly #columns: Columns;
  readonly #scanner: Scanner;
  readonly #lastPrompt: number;
  readonly #digest: number;
  readonly #damaged: DamagedLine[] = [];
  readonly #prompts: PromptLine[] = [];
  #digestLine: Place | undefined;
  #modeLine: Place | undefined;
  readonly #kept = new Map<number, readonly Line[]>();
  #parsed: number;
  #count = 0;

  constructor({ isBackward, agentId, names, parsed = 0 }: Meeting) {
    this.names = new Names(names);
    this.#isBackward = isBackward;
    this.#parsed = parsed;
    this.#columns = new Columns(this.names, agentId || undefined);
    this.#scanner = new Scanner(this.names);
    this.#lastPrompt = this.names.of("last-prompt");
    this.#digest = this.names.of(DIGEST_LINE);
  }

  /** How many lines were met. */
  get count(): number {
    return this.#count;
  }

  /** The number that the last line of the file has here. */
  get last(): number {
    return this.#isBackward ? -1 : this.#count;
  }

  /** Lines that could not be read, in the order of the file. */
  get damaged(): readonly DamagedLine[] {
    return this.#isBackward ? this.#damaged.toReversed() : this.#damaged;
  }

  /** In the order of the file. */
  get prompts(): readonly PromptLine[] {
    return this.#isBackward ? this.#prompts.toReversed() : this.#prompts;
  }

  /** The last line that says what the stable parts were (D-14), and the last one that says a permission mode (O-30). */
  get latest(): readonly Place[] {
    return [this.#digestLine, this.#modeLine].filter((place) => place !== undefined);
  }

  /** The lines that were kept, by where they begin. */
  get kept(): ReadonlyMap<number, readonly Line[]> {
    return this.#kept;
  }

  /** Were all lines kept? */
  get isKept(): boolean {
    return this.#kept.size === this.#count;
  }

  /** All of them, in the order of the file; `shift`: what to add to the numbers of lines. */
  lines(shift: number): ReadLine[] {
    const lines: ReadLine[] = [];
    const all = [...this.#kept.values()];
    const first = shift + (this.#isBackward ? -this.#count : 1);
    for (const [index, whole] of (this.#isBackward ? all.reverse() : all).entries()) {
      for (const line of whole) lines.push({ number: first + index, line });
    }
    return lines;
  }

  rows(): Rows {
    return this.#columns.rows(this.#isBackward);
  }

  /** Takes up one line. Returns the heads of what became rows. */
  meet(bytes: Uint8Array | undefined, from: number, to: number, offset: number): readonly Header[] {
    this.#count += 1;
    const line = this.#isBackward ? -this.#count : this.#count;
    const length = to - from;
    const isKept = length <= this.#parsed;
    const header = bytes && !isKept ? this.#scanner.read(bytes, from, to) : undefined;
    if (header) return this.#heed(header, { line, offset, length, part: 0 }) ? [header] : [];
    const { whole, damage } = bytes ? readLine(bytes.subarray(from, to)) : tooLong(length);
    if (isKept) {
      this.#parsed -= length;
      this.#kept.set(offset, whole);
    }
    if (damage !== undefined) this.#damaged.push({ number: line, damage, saved: whole.length });
    const heads: Header[] = [];
    for (let met = 0; met < whole.length; met += 1) {
      const part = this.#isBackward ? whole.length - 1 - met : met;
      const found = whole[part] && headerOf(whole[part], this.names);
      if (found && this.#heed(found, { line, offset, length, part })) heads.push(found);
    }
    return heads;
  }

  #heed(header: Header, place: Place): boolean {
    const { type, leaf, session, isSidechain } = header;
    if (type === this.#lastPrompt && leaf !== ABSENT)
      this.#prompts.push({ leaf, session, line: place.line, place });
    if (type === this.#digest) this.#digestLine = this.#latest(this.#digestLine, place);
    if (header.saysMode && !isSidechain) this.#modeLine = this.#latest(this.#modeLine, place);
    return this.#columns.add(header, place);
  }

  #latest(known: Place | undefined, place: Place): Place {
    return this.#isBackward ? (known ?? place) : place;
  }
}
