/** Names as numbers: the uuids of a log and what else it calls things by, each kept once and not at every mention. */

import { hashAt } from "./name-hash.ts";

/** Room for the first names, where nobody says how many there will be. */
const FEW = 1 << 10;
/** What can stand in the bytes of a log as it is. */
const PLAIN = /^[ !#-[\]-\x7f]*$/;

/**
 * Numbers names from 0, in the order in which they are first met: as strings, or as the bytes of a log, where they are
 * ASCII. What can stand in bytes is in one table, however it was met; the others are found as strings.
 */
export class Names {
  /** The names that cannot stand in bytes. */
  readonly #others = new Map<string, number>();
  /** The bytes of the names in the table, one after the other: where each begins and ends, and what it is found by. */
  #bytes = new Uint8Array(FEW * 36);
  #filled = 0;
  #starts = new Int32Array(FEW);
  #ends = new Int32Array(FEW);
  #hashes = new Int32Array(FEW);
  /** A number plus one in each slot that is taken; a name stands in the first free one behind its own. */
  #slots: Int32Array;
  #placed = 0;
  #count = 0;

  /** `expected`: how many names there may be; more are welcome. */
  constructor(expected = FEW) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(expected * 2)));
  }

  /** How many names there are. */
  get count(): number {
    return this.#count;
  }

  /** The number of a name that stands in a log as ASCII without quotes or backslashes. */
  at(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashAt(bytes, from, to);
    const slot = this.#slotOf(bytes, from, to, hash);
    const taken = this.#slots[slot] ?? 0;
    if (taken !== 0) return taken - 1;
    const number = this.#count;
    this.#count += 1;
    this.#place(number, bytes, from, to, hash, slot);
    return number;
  }

  /** The number of any name. */
  of(text: string): number {
    if (PLAIN.test(text)) {
      const bytes = Buffer.from(text, "latin1");
      return this.at(bytes, 0, bytes.length);
    }
    const known = this.#others.get(text);
    if (known !== undefined) return known;
    const number = this.#count;
    this.#count += 1;
    this.#others.set(text, number);
    return number;
  }

  /** The slot where a name stands, or where it would. */
  #slotOf(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    let slot = hash & (slots.length - 1);
    for (let taken = slots[slot] ?? 0; taken !== 0; taken = slots[slot] ?? 0) {
      if (this.#hashes[taken - 1] === hash && this.#is(taken - 1, bytes, from, to)) return slot;
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  #is(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts[number] ?? 0;
    if ((this.#ends[number] ?? 0) - start !== to - from) return false;
    const kept = this.#bytes;
    for (let at = from, own = start; at < to; at += 1, own += 1) if (bytes[at] !== kept[own]) return false;
    return true;
  }

  #place(number: number, bytes: Uint8Array, from: number, to: number, hash: number, slot: number): void {
    const start = this.#filled;
    const end = start + to - from;
    if (end > this.#bytes.length) this.#bytes = grown(this.#bytes, new Uint8Array(end * 2));
    for (let at = start; at < end; at += 1) this.#bytes[at] = bytes[from + at - start] ?? 0;
    this.#filled = end;
    if (number >= this.#starts.length) {
      const size = number * 2;
      this.#starts = grown(this.#starts, new Int32Array(size));
      this.#ends = grown(this.#ends, new Int32Array(size));
      this.#hashes = grown(this.#hashes, new Int32Array(size));
    }
    this.#starts[number] = start;
    this.#ends[number] = end;
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    this.#placed += 1;
    if (this.#placed * 2 > this.#slots.length) this.#widen();
  }

  /** Twice the slots: the table is kept at most half full. */
  #widen(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    for (const taken of this.#slots) {
      if (taken === 0) continue;
      let slot = (this.#hashes[taken - 1] ?? 0) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = taken;
    }
    this.#slots = slots;
  }
}

function grown<A extends Uint8Array | Int32Array>(from: A, into: A): A {
  into.set(from);
  return into;
}
