/** The parts of JSON without parts of their own, in its bytes: where each ends, and whether it is one. */
import {
  BACKSLASH,
  DIGIT,
  ESCAPED,
  HEX,
  KINDS,
  MINUS,
  NAME,
  PLAIN,
  POINT,
  QUOTE,
  SMALL_U,
  SPACE,
  ZERO,
} from "./json-kinds.ts";

const WORDS: readonly (readonly number[])[] = ["true", "false", "null"].map((word) => [...Buffer.from(word)]);

/** Where the bytes are no JSON, or are nested so deeply that somebody else has to look. */
export const NOWHERE = -1;

/** Walks over bytes. Positions are indices into the bytes that it was given last. */
export class JsonScalars {
  protected bytes: Uint8Array = new Uint8Array();
  #view = new DataView(this.bytes.buffer);

  protected look(bytes: Uint8Array): void {
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Behind the white space at `start`. */
  protected skipSpace(start: number): number {
    const bytes = this.bytes;
    let at = start;
    while (((KINDS[bytes[at] ?? 0] ?? 0) & SPACE) !== 0) at += 1;
    return at;
  }

  /** Behind the ASCII at `start` that stands for itself: at the quote, if the string holds nothing else. */
  protected skipName(start: number): number {
    const bytes = this.bytes;
    const view = this.#view;
    let at = start;
    for (const last = bytes.length - 4; at <= last; at += 4) {
      const word = view.getInt32(at, true);
      const others = notPlain(word) | (word & 0x80808080);
      if (others !== 0) return at + firstOf(others);
    }
    while (((KINDS[bytes[at] ?? 0] ?? 0) & NAME) !== 0) at += 1;
    return at;
  }

  /** Behind the string whose first byte, behind the quote, is at `start`. */
  protected skipString(start: number): number {
    const bytes = this.bytes;
    let at = start;
    for (;;) {
      at = this.#skipPlain(at);
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte !== BACKSLASH) return NOWHERE;
      at = this.#skipEscape(at + 1);
      if (at === NOWHERE) return NOWHERE;
    }
  }

  #skipPlain(start: number): number {
    const bytes = this.bytes;
    let at = start;
    const view = this.#view;
    for (const last = bytes.length - 8; at <= last; at += 8) {
      const others = notPlain(view.getInt32(at, true));
      const more = notPlain(view.getInt32(at + 4, true));
      if ((others | more) !== 0) return others === 0 ? at + 4 + firstOf(more) : at + firstOf(others);
    }
    while (((KINDS[bytes[at] ?? 0] ?? 0) & PLAIN) !== 0) at += 1;
    return at;
  }

  #skipEscape(at: number): number {
    const bytes = this.bytes;
    const byte = bytes[at] ?? 0;
    if (((KINDS[byte] ?? 0) & ESCAPED) !== 0) return at + 1;
    if (byte !== SMALL_U) return NOWHERE;
    for (let digit = 1; digit <= 4; digit += 1) {
      if (((KINDS[bytes[at + digit] ?? 0] ?? 0) & HEX) === 0) return NOWHERE;
    }
    return at + 5;
  }

  protected skipNumber(start: number): number {
    const bytes = this.bytes;
    const from = bytes[start] === MINUS ? start + 1 : start;
    let at = this.#skipDigits(from);
    if (at === from || (bytes[from] === ZERO && at > from + 1)) return NOWHERE;
    if (bytes[at] === POINT) {
      const part = this.#skipDigits(at + 1);
      if (part === at + 1) return NOWHERE;
      at = part;
    }
    if (bytes[at] !== 0x65 && bytes[at] !== 0x45) return at;
    const isSigned = bytes[at + 1] === 0x2b || bytes[at + 1] === MINUS;
    const power = isSigned ? at + 2 : at + 1;
    at = this.#skipDigits(power);
    return at === power ? NOWHERE : at;
  }

  #skipDigits(start: number): number {
    const bytes = this.bytes;
    let at = start;
    while (((KINDS[bytes[at] ?? 0] ?? 0) & DIGIT) !== 0) at += 1;
    return at;
  }

  /** Behind `true`, `false` or `null`. */
  protected skipWord(at: number): number {
    const word = WORDS.find(([first]) => first === this.bytes[at]);
    if (!word) return NOWHERE;
    for (let index = 1; index < word.length; index += 1) {
      if (this.bytes[at + index] !== word[index]) return NOWHERE;
    }
    return at + word.length;
  }
}

/**
 * The high bit of each byte that cannot stand in a string as it is; 0 where all four can. Only the first such byte, the lowest,
 * is sure to be one. With the 2 turned over, a quote stands below a space, and what is below that stays there.
 */
function notPlain(word: number): number {
  const quotesAndControls = (word ^ 0x02020202) - 0x21212121;
  const backslashes = (word ^ 0x5c5c5c5c) - 0x01010101;
  return (quotesAndControls | backslashes) & ~word & 0x80808080;
}

/** Which of four bytes, from 0, the lowest of these bits is in. */
function firstOf(bits: number): number {
  return (31 - Math.clz32(bits & -bits)) >> 3;
}
