/** JSON in its bytes: where a value ends, and whether it is one. Strict: what `JSON.parse` refuses is refused here. */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DIGIT,
  KINDS,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from "./json-kinds.ts";
import { JsonScalars, NOWHERE } from "./json-scalars.ts";

/** Deeper than this nobody nests. */
const DEEPEST = 64;

/** Walks over JSON. */
export class JsonBytes extends JsonScalars {
  /** Behind the value at `at`. `depth` is how many containers it stands in. */
  protected skipValue(at: number, depth: number): number {
    const byte = this.bytes[at] ?? 0;
    if (byte === QUOTE) return this.skipString(at + 1);
    if (byte === OPEN_BRACE) return this.#skipObject(at + 1, depth + 1);
    if (byte === OPEN_BRACKET) return this.#skipArray(at + 1, depth + 1);
    if (byte === MINUS || (KINDS[byte] ?? 0) & DIGIT) return this.skipNumber(at);
    return this.skipWord(at);
  }

  #skipObject(start: number, depth: number): number {
    if (depth > DEEPEST) return NOWHERE;
    const bytes = this.bytes;
    let at = this.skipSpace(start);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return NOWHERE;
      at = this.skipString(at + 1);
      if (at === NOWHERE) return NOWHERE;
      at = this.skipSpace(at);
      if (bytes[at] !== COLON) return NOWHERE;
      at = this.skipValue(this.skipSpace(at + 1), depth);
      if (at === NOWHERE) return NOWHERE;
      at = this.skipSpace(at);
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return NOWHERE;
      at = this.skipSpace(at + 1);
    }
  }

  #skipArray(start: number, depth: number): number {
    if (depth > DEEPEST) return NOWHERE;
    const bytes = this.bytes;
    let at = this.skipSpace(start);
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    for (;;) {
      at = this.skipValue(at, depth);
      if (at === NOWHERE) return NOWHERE;
      at = this.skipSpace(at);
      if (bytes[at] === CLOSE_BRACKET) return at + 1;
      if (bytes[at] !== COMMA) return NOWHERE;
      at = this.skipSpace(at + 1);
    }
  }
}
