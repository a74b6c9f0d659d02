/** Names made short: for finding them, and for comparing where it does no harm that two may come out alike. */

const SPREAD = 0x9e3779b1;

/** What a name in its bytes is found by: 31 bits made of it, so that two names may have the same. */
export function hashAt(bytes: Uint8Array, from: number, to: number): number {
  let sum = to - from;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    sum = mixed(sum, word);
  }
  for (; at < to; at += 1) sum = mixed(sum, bytes[at] ?? 0);
  return (sum ^ (sum >>> 13)) & 0x7fffffff;
}

/** The same of a string, in so far as it is ASCII; another string never stands for one that is. */
export function hashOf(text: string): number {
  let sum = text.length;
  let at = 0;
  for (; at + 4 <= text.length; at += 4) {
    const word =
      text.charCodeAt(at) |
      (text.charCodeAt(at + 1) << 8) |
      (text.charCodeAt(at + 2) << 16) |
      (text.charCodeAt(at + 3) << 24);
    sum = mixed(sum, word);
  }
  for (; at < text.length; at += 1) sum = mixed(sum, text.charCodeAt(at));
  return (sum ^ (sum >>> 13)) & 0x7fffffff;
}

function mixed(sum: number, word: number): number {
  return Math.imul(sum ^ word, SPREAD) ^ (sum >>> 15);
}
