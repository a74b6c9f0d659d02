/**
 * What a line tells of a call, read out of its bytes: what was said is most of them, and is only walked over. Exact: a key
 * counts only where it stands, never within a string or another object, and what is no JSON is seen to be none.
 * Law: told-exact
 */
import { Buffer } from "node:buffer";
import type { Line } from "../../../log/entry.ts";
import { JsonBytes } from "../fast/json-bytes.ts";
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, QUOTE } from "../fast/json-kinds.ts";
import { NOWHERE } from "../fast/json-scalars.ts";
import {
  fieldAt,
  ID,
  isAt,
  type Level,
  LINE,
  MODEL,
  NAMES,
  NO_FIELD,
  OF_LINE,
  OF_MESSAGE,
  USAGE,
  WHOLE_MESSAGE,
} from "./told-fields.ts";

/** A line with those of its fields that count calls, if it has them. */
export type ToldLine = Line & { readonly [field in (typeof LINE)[number]]: unknown } & {
  readonly type: string;
};

/** Reads many lines, one after the other; the entries of one response stand together and tell the same usage. */
export class ToldScanner extends JsonBytes {
  #line: Buffer = Buffer.alloc(0);
  readonly #values: unknown[] = NAMES.map(() => undefined);
  /** By field, the last text without escapes that it had. */
  readonly #texts = NAMES.map(() => "");
  #usage: Buffer = Buffer.alloc(0);
  #told: unknown;

  /**
   * The line with those of its fields that count calls, each as `JSON.parse` has it. Undefined where it is not sure: for
   * what is no JSON object with a type, what is nested deeply, and names with escapes. Then it has to be read whole.
   */
  read(line: Buffer): ToldLine | undefined {
    this.look(line);
    this.#line = line;
    this.#values.fill(undefined);
    const start = this.skipSpace(0);
    if (line[start] !== OPEN_BRACE) return undefined;
    const end = this.#object(start + 1, OF_LINE);
    // To look behind the last byte would make every look slower from then on.
    if (end === NOWHERE || (end !== line.length && this.skipSpace(end) !== line.length)) return undefined;
    const [type, uuid, parentUuid, timestamp, requestId, sessionId, forkedFrom, message, own] = this.#values;
    if (typeof type !== "string") return undefined;
    return { type, uuid, parentUuid, timestamp, requestId, sessionId, forkedFrom, message, usage: own };
  }

  /** Behind the object whose first byte, behind the brace, is at `start`. Of a name that stands there twice the last counts. */
  #object(start: number, level: Level): number {
    const bytes = this.bytes;
    let at = this.skipSpace(start);
    if (bytes[at] === CLOSE_BRACE) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return NOWHERE;
      const from = at + 1;
      at = this.skipName(from);
      if (bytes[at] !== QUOTE) return NOWHERE;
      const field = fieldAt(bytes, from, at, level);
      at = this.skipSpace(at + 1);
      if (bytes[at] !== COLON) return NOWHERE;
      at = this.skipSpace(at + 1);
      at = field === NO_FIELD ? this.skipValue(at, 1) : this.#field(field, at);
      if (at === NOWHERE) return NOWHERE;
      at = this.skipSpace(at);
      if (bytes[at] === CLOSE_BRACE) return at + 1;
      if (bytes[at] !== COMMA) return NOWHERE;
      at = this.skipSpace(at + 1);
    }
  }

  /** Takes the value at `start`. Returns where it ends. */
  #field(field: number, start: number): number {
    const byte = this.bytes[start];
    if (byte === QUOTE) return this.#text(field, start);
    if (byte !== OPEN_BRACE) return this.#any(field, start);
    if (field === USAGE) return this.#usageAt(start);
    if (field !== WHOLE_MESSAGE) return this.#any(field, start);
    this.#values.fill(undefined, LINE.length);
    const end = this.#object(start + 1, OF_MESSAGE);
    const values = this.#values;
    values[WHOLE_MESSAGE] = { model: values[MODEL], id: values[ID], usage: values[USAGE] };
    return end;
  }

  #any(field: number, start: number): number {
    const end = this.skipValue(start, 1);
    if (end !== NOWHERE) this.#values[field] = JSON.parse(this.#line.toString("utf8", start, end));
    return end;
  }

  #text(field: number, start: number): number {
    const bytes = this.bytes;
    const last = this.#texts[field] ?? "";
    const same = start + 1 + last.length;
    if (same < bytes.length && bytes[same] === QUOTE && isAt(bytes, start + 1, last)) {
      this.#values[field] = last;
      return same + 1;
    }
    const quote = this.skipName(start + 1);
    if (bytes[quote] !== QUOTE) return this.#any(field, start);
    const text = this.#line.toString("latin1", start + 1, quote);
    this.#texts[field] = text;
    this.#values[field] = text;
    return quote + 1;
  }

  #usageAt(start: number): number {
    const known = this.#usage;
    const same = start + known.length;
    if (known.length > 0 && same <= this.#line.length && known.compare(this.#line, start, same) === 0) {
      this.#values[USAGE] = this.#told;
      return same;
    }
    const end = this.#any(USAGE, start);
    if (end === NOWHERE) return NOWHERE;
    this.#usage = Buffer.from(this.#line.subarray(start, end));
    this.#told = this.#values[USAGE];
    return end;
  }
}
