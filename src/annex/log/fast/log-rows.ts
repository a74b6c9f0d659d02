/** What was met of a log so far, line by line: the rows of its tree, and what stands beside them. */
import { type DamagedLine, readLine, tooLong } from "../../../log/read.ts";
import { DIGEST_LINE } from "../../../request/digest.ts";
import { Columns, type Place, type Rows } from "./columns.ts";
import { ABSENT, type Header, headerOf } from "./header.ts";
import { Names } from "./names.ts";
import type { NamedLeaf } from "./rows-linked.ts";
import { Scanner } from "./scan.ts";

/** A `last-prompt` line, and where it lies. */
export type PromptLine = NamedLeaf & { readonly place: Place };

/** Takes up lines one after the other and keeps little of each. A line that the scanner is not sure of is read whole. */
export class LogRows {
  readonly names: Names;
  /** Lines that could not be read. */
  readonly damaged: DamagedLine[] = [];
  readonly prompts: PromptLine[] = [];
  readonly #columns: Columns;
  readonly #scanner: Scanner;
  readonly #lastPrompt: number;
  readonly #digest: number;
  #digestLine: Place | undefined;
  #modeLine: Place | undefined;
  #count = 0;

  /** `names`: how many there may be. */
  constructor(names: number, agentId?: string) {
    this.names = new Names(names);
    this.#columns = new Columns(this.names, agentId || undefined);
    this.#scanner = new Scanner(this.names);
    this.#lastPrompt = this.names.of("last-prompt");
    this.#digest = this.names.of(DIGEST_LINE);
  }

  /** How many lines were met. */
  get count(): number {
    return this.#count;
  }

  /** The last line that says what the stable parts were (D-14), and the last one that says a permission mode (O-30). */
  get latest(): readonly Place[] {
    return [this.#digestLine, this.#modeLine].filter((place) => place !== undefined);
  }

  rows(): Rows {
    return this.#columns.rows();
  }

  /** Takes up one line. */
  meet(bytes: Uint8Array | undefined, from: number, to: number, offset: number): void {
    this.#count += 1;
    const line = this.#count;
    const length = to - from;
    const header = bytes && this.#scanner.read(bytes, from, to);
    if (header) {
      this.#heed(header, { line, offset, length, part: 0 });
      return;
    }
    const { whole, damage } = bytes ? readLine(bytes.subarray(from, to)) : tooLong(length);
    if (damage !== undefined) this.damaged.push({ number: line, damage, saved: whole.length });
    for (const [part, each] of whole.entries())
      this.#heed(headerOf(each, this.names), { line, offset, length, part });
  }

  #heed(header: Header, place: Place): void {
    const { type, leaf, session, isSidechain } = header;
    if (type === this.#lastPrompt && leaf !== ABSENT)
      this.prompts.push({ leaf, session, line: place.line, place });
    if (type === this.#digest) this.#digestLine = place;
    if (header.saysMode && !isSidechain) this.#modeLine = place;
    this.#columns.add(header, place);
  }
}
