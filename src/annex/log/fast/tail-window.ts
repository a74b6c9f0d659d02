/** The last lines of a log, each read whole: as many as were met, from the end of the file upward. */
import type { Line } from "../../../log/entry.ts";
import { type DamagedLine, type ReadLine, type ReadLog, readLine, tooLong } from "../../../log/read.ts";

/** Takes up lines, the last one first, and remembers where each begins. Until they are counted, the last has number 0. */
export class TailWindow {
  readonly #lines: ReadLine[] = [];
  readonly #damaged: DamagedLine[] = [];
  /** Of the line numbered 0, -1, -2 and so on. */
  readonly #offsets: number[] = [];

  get isDamaged(): boolean {
    return this.#damaged.length > 0;
  }

  /** Where the first of the lines begins. */
  get from(): number {
    return this.#offsets.at(-1) ?? 0;
  }

  /** Takes up one line; returns what is whole in it, the last first. */
  meet(bytes: Uint8Array | undefined, from: number, to: number, offset: number): readonly Line[] {
    const number = 0 - this.#offsets.length;
    this.#offsets.push(offset);
    const { whole, damage } = bytes ? readLine(bytes.subarray(from, to)) : tooLong(to - from);
    if (damage !== undefined) this.#damaged.push({ number, damage, saved: whole.length });
    const lastFirst = whole.length > 1 ? whole.toReversed() : whole;
    for (const line of lastFirst) this.#lines.push({ number, line });
    return lastFirst;
  }

  /** Where a line begins, by its number as it is until they are counted. */
  offsetOf(number: number): number {
    return this.#offsets[-number] ?? 0;
  }

  /** In the order of the file. `before`: how many lines stand before; left out, they are not counted. */
  log(before?: number): ReadLog {
    const count = before === undefined ? 0 : before + this.#offsets.length;
    const counted = <L extends { readonly number: number }>(lines: readonly L[]): L[] => {
      const inOrder = lines.toReversed();
      return count === 0 ? inOrder : inOrder.map((each) => ({ ...each, number: each.number + count }));
    };
    return { lines: counted(this.#lines), damaged: counted(this.#damaged), count };
  }
}
