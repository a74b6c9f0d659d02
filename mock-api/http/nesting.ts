/** How deep a text of JSON nests, before anything is made of it. */

/** Lists and objects within each other. Whatever the mock does with a request that is no deeper, its stack is enough for. */
export const DEEPEST = 1_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENS = [0x5b, 0x7b];
const CLOSES = [0x5d, 0x7d];

/**
 * Do lists and objects stand deeper within each other than is taken? Asked of bytes that may be no JSON at all: one pass,
 * and the inside of strings is stepped over.
 */
export function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at + 1);
    else if (byte === OPENS[0] || byte === OPENS[1]) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (byte === CLOSES[0] || byte === CLOSES[1]) depth -= 1;
  }
  return false;
}

/** The place of the quote that ends a string; that of the end where there is none. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && bytes[at - escapes - 1] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}
