/**
 * The head of a line, read out of its bytes without making an object of it. Exact: a key counts only where it stands,
 * never within a string or a deeper object, and what is no JSON is seen to be none. Law: scan-exact
 */
import { ABSENT, emptyHeader, type Header, SYNTHETIC, UNUSABLE } from "./header.ts";
import { JsonBytes } from "./json-bytes.ts";
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from "./json-kinds.ts";
import { NOWHERE } from "./json-scalars.ts";
import { hashAt } from "./name-hash.ts";
import type { Names } from "./names.ts";
import { BLOCK, is, keyAt, type Level, LINE, MESSAGE, type Slot } from "./scan-keys.ts";

const TOOL_RESULT = Buffer.from("tool_result");
const NO_MODEL = Buffer.from(SYNTHETIC);
const TRUE = 0x74;
const NULL = 0x6e;
/** The byte order mark, as UTF-8 has it. */
const MARK = [0xef, 0xbb, 0xbf];

/** Reads heads. One scanner reads many lines, one after the other, and its header is the last one's. */
export class Scanner extends JsonBytes {
  readonly #names: Names;
  #header: Header = emptyHeader();
  #isResult = false;
  #call: number | undefined;

  constructor(names: Names) {
    super();
    this.#names = names;
  }

  /**
   * The header of the line in `bytes` from `from` to before `to`. Undefined where it is not sure: for what is no JSON
   * object with a type, and for a field that counts and stands there twice, or holds escapes or characters beyond ASCII.
   * Then the line has to be read whole.
   */
  read(bytes: Uint8Array, from: number, to: number): Header | undefined {
    this.look(bytes);
    this.#header = emptyHeader();
    const isMarked = MARK.every((byte, index) => bytes[from + index] === byte);
    const start = this.skipSpace(isMarked ? from + MARK.length : from);
    if (bytes[start] !== OPEN_BRACE) return undefined;
    const end = this.#object(start + 1, LINE);
    // Where it read beyond the line, it is not at its end either.
    if (end === NOWHERE || this.skipSpace(end) !== to || this.#header.type === ABSENT) return undefined;
    return this.#header;
  }

  /** Behind the object whose first byte, behind the brace, is at `start`. */
  #object(start: number, level: Level): number {
    const bytes = this.bytes;
    let met = 0;
    let at = this.skipSpace(start);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return NOWHERE;
      const from = at + 1;
      at = this.skipName(from);
      if (bytes[at] !== QUOTE) return NOWHERE;
      const key = keyAt(bytes, from, at, level);
      at = this.skipSpace(at + 1);
      if (bytes[at] !== COLON) return NOWHERE;
      at = this.skipSpace(at + 1);
      if (key === undefined) {
        at = this.skipValue(at, 1);
      } else {
        if ((met & key.bit) !== 0) return NOWHERE;
        met |= key.bit;
        at = this.#field(key.slot, at);
      }
      if (at === NOWHERE) return NOWHERE;
      at = this.skipSpace(at);
      const byte = bytes[at];
      if (byte === CLOSE_BRACE) return at + 1;
      if (byte !== COMMA) return NOWHERE;
      at = this.skipSpace(at + 1);
    }
  }

  /** Takes the value of a field that counts. */
  #field(slot: Slot, at: number): number {
    const bytes = this.bytes;
    const header = this.#header;
    const byte = bytes[at];
    switch (slot) {
      case "message":
        return byte === OPEN_BRACE ? this.#object(at + 1, MESSAGE) : this.skipValue(at, 1);
      case "content":
        return byte === OPEN_BRACKET ? this.#content(at + 1) : this.skipValue(at, 1);
      case "isSidechain":
      case "isMeta":
        header[slot] = byte === TRUE;
        return this.skipValue(at, 1);
      case "saysMode":
        header.saysMode = true;
        return this.skipValue(at, 1);
    }
    if (byte !== QUOTE) {
      if (slot === "session" || (slot === "parent" && byte !== NULL)) header[slot] = UNUSABLE;
      return this.skipValue(at, 1);
    }
    const end = this.skipName(at + 1);
    if (bytes[end] !== QUOTE) return NOWHERE;
    if (slot === "blockType") this.#isResult = is(bytes, at + 1, end, TOOL_RESULT);
    else if (slot === "call") this.#call = hashAt(bytes, at + 1, end);
    else if (slot === "response") header.response = hashAt(bytes, at + 1, end);
    else if (slot === "hasModel") header.hasModel = !is(bytes, at + 1, end, NO_MODEL);
    else header[slot] = this.#names.at(bytes, at + 1, end);
    return end + 1;
  }

  /** Behind the list of blocks whose first byte, behind the bracket, is at `start`. */
  #content(start: number): number {
    const bytes = this.bytes;
    let at = this.skipSpace(start);
    if (bytes[at] === CLOSE_BRACKET) return at + 1;
    for (;;) {
      this.#isResult = false;
      this.#call = undefined;
      at = bytes[at] === OPEN_BRACE ? this.#object(at + 1, BLOCK) : this.skipValue(at, 1);
      if (at === NOWHERE) return NOWHERE;
      if (this.#isResult && this.#call !== undefined) this.#header.results.push(this.#call);
      at = this.skipSpace(at);
      const byte = bytes[at];
      if (byte === CLOSE_BRACKET) return at + 1;
      if (byte !== COMMA) return NOWHERE;
      at = this.skipSpace(at + 1);
    }
  }
}
