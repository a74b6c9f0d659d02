/** Where a text stops being the JSON that the API takes (MR-11). Only texts that are refused, or may be, are read so. */

/** A place, as an index into the text, and what is wrong there. */
export interface JsonFault {
  at: number;
  reason: string;
}

/** The first fault of a text; undefined when it is JSON in whose strings every surrogate is one of a pair. */
export function jsonFault(text: string): JsonFault | undefined {
  return new Reader(text).read();
}

/** What has to come next. */
type Wanted = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end" | "nothing";

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// What may stand in a string as it is: no quote, no backslash, no control character.
const PLAIN = /[ !#-[\]-\uffff]*/y;
const PAIR = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;
const HALF = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Reads one step after the other: depth costs it no stack, and length no more than time. */
class Reader {
  readonly #text: string;
  readonly #open: ("}" | "]")[] = [];
  #wanted: Wanted = "value";
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonFault | undefined {
    for (;;) {
      this.#pass(SPACE);
      const char = this.#text[this.#at];
      if (char === undefined) return this.#wanted === "nothing" ? undefined : this.#end();
      const fault = this.#step(char);
      if (fault) return fault;
    }
  }

  #step(char: string): JsonFault | undefined {
    const wanted = this.#wanted;
    if (wanted.endsWith("or end") && char === this.#open.at(-1)) {
      this.#open.pop();
      return this.#goOn(1);
    }
    if (wanted.startsWith("value")) return this.#value(char);
    if (wanted.startsWith("key") && char === '"') return this.#string("colon");
    if (wanted === "colon" && char === ":") return this.#goOn(1, "value");
    if (wanted === "comma or end" && char === ",") {
      return this.#goOn(1, this.#open.at(-1) === "}" ? "key" : "value");
    }
    return this.#fault("unexpected character");
  }

  #value(char: string): JsonFault | undefined {
    if (char === '"') return this.#string();
    if (char === "{" || char === "[") {
      this.#open.push(char === "{" ? "}" : "]");
      return this.#goOn(1, char === "{" ? "key or end" : "value or end");
    }
    return this.#pass(SCALAR) ? this.#goOn(0) : this.#fault("unexpected character");
  }

  #string(next?: Wanted): JsonFault | undefined {
    this.#at += 1;
    for (;;) {
      this.#pass(PLAIN);
      const char = this.#text[this.#at];
      if (char === '"') return this.#goOn(1, next);
      if (char === undefined) return this.#end();
      if (char !== "\\") return this.#fault("unexpected control character in string");
      if (this.#pass(PAIR)) continue;
      if (matches(HALF, this.#text, this.#at)) return this.#fault("no low surrogate in string");
      if (!this.#pass(ESCAPE)) return this.#fault("invalid escape in string");
    }
  }

  /** Steps on. After a value that is whole, what comes next follows from where it stands. */
  #goOn(by: number, next?: Wanted): undefined {
    this.#at += by;
    this.#wanted = next ?? (this.#open.length > 0 ? "comma or end" : "nothing");
  }

  /** Steps over what a pattern finds here; false when that is nothing. */
  #pass(pattern: RegExp): boolean {
    const length = matches(pattern, this.#text, this.#at);
    this.#at += length;
    return length > 0;
  }

  #end(): JsonFault {
    return { at: this.#text.length, reason: "unexpected end of data" };
  }

  #fault(reason: string): JsonFault {
    return { at: this.#at, reason };
  }
}

/** How many characters a sticky pattern finds at a place. */
function matches(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}
