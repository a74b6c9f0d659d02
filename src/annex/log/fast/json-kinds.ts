/** The bytes that JSON is made of, and what each byte can be in it. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const ZERO = 0x30;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;
export const SMALL_U = 0x75;

/** What a byte can be, one bit each. */
export const PLAIN = 1;
export const NAME = 2;
export const DIGIT = 4;
export const HEX = 8;
export const ESCAPED = 16;
export const SPACE = 32;

/** By byte: can it stand in a string as it is, is it ASCII besides, a digit, and so on? */
export const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  const isPlain = byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH;
  return (
    (isPlain ? PLAIN : 0) |
    (isPlain && byte < 0x80 ? NAME : 0) |
    (/[0-9]/.test(letter) ? DIGIT : 0) |
    (/[0-9a-fA-F]/.test(letter) ? HEX : 0) |
    ('"\\/bfnrt'.includes(letter) ? ESCAPED : 0) |
    (" \t\r".includes(letter) ? SPACE : 0)
  );
});
