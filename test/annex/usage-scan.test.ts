/** What a line tells of a call, read out of its bytes, against the same line parsed whole. */
import fc from "fast-check";
import { expect } from "vitest";
import { ToldScanner } from "../../src/annex/log/usage/told-scanner.ts";
import { law, shownAs } from "../support/law.ts";

/** Keys that count somewhere, and others; each may stand anywhere, more than once, or written in escapes. */
const KEYS =
  "type uuid parentUuid timestamp requestId sessionId forkedFrom message usage model id content input_tokens __proto__ 0".split(
    " ",
  );
const WORDS = [
  "user",
  "assistant",
  "m1",
  "m11",
  "m2",
  "",
  "é",
  "\\",
  '"usage":{',
  "\u2028",
  "\ud800",
  "\u0000",
];

const anyLine = fc.letrec<{ value: string; object: string; string: string; key: string }>((tie) => ({
  string: fc
    .tuple(fc.constantFrom(...WORDS), fc.nat(9))
    .map(([text, escapes]) => (escapes === 0 ? escaped(text) : JSON.stringify(text))),
  key: fc
    .tuple(fc.constantFrom(...KEYS), fc.nat(30))
    .map(([name, escapes]) => (escapes === 0 ? escaped(name) : JSON.stringify(name))),
  object: fc
    .array(fc.tuple(tie("key"), fc.constantFrom("", " ", "\t"), tie("value")), { maxLength: 7 })
    .map((fields) => `{${fields.map(([key, space, value]) => `${key}${space}:${space}${value}`).join(",")}}`),
  value: fc.oneof(
    { maxDepth: 4 },
    tie("string"),
    fc.constantFrom("0", "-1.5e3", "12", "true", "null", "[]", "{}", '[1,{"usage":2}]'),
    tie("object"),
  ),
})).object;

/** A line as a call leaves it, with other fields before and behind: the usual case, which chance seldom makes. */
const anyUsage = fc.oneof(
  anyLine,
  fc.constantFrom('{"input_tokens":1}', '{"input_tokens":2}', '{"a":{"b":"}"}}'),
);
const anyCall = fc
  .tuple(anyLine, anyUsage, anyLine, fc.constantFrom("m1", "m11", "m2"))
  .map(
    ([before, usage, behind, id]) =>
      `{"type":"assistant","x":${before},"message":{"id":"${id}","model":"a","usage":${usage}},"timestamp":"t","y":${behind}}`,
  );

/** Whole, or with one byte put in the place of another, or cut off. */
const anyBytes = fc
  .tuple(fc.oneof(anyLine, anyCall, anyCall), fc.nat(5), fc.nat(), fc.constantFrom(...'"{}[]:,\\0\n'))
  .map(([line, harm, at, byte]) => {
    const cut = at % (line.length + 1);
    if (harm === 0) return line.slice(0, cut);
    return harm === 1 ? line.slice(0, cut) + byte + line.slice(cut + 1) : line;
  });

law(
  "told-exact",
  "what is read out of the bytes of a line tells the same of a call as the line parsed whole, whatever was read before; what is no JSON is not read",
  [shownAs(fc.array(anyBytes, { minLength: 1, maxLength: 6 }), (lines) => lines.join("\n"))],
  (lines) => {
    const scanner = new ToldScanner();
    for (const line of lines) {
      const told = scanner.read(Buffer.from(line));
      if (told === undefined) continue;
      const whole = JSON.parse(Buffer.from(line).toString());
      for (const name of KEYS.slice(0, 7)) expect(told[name], name).toEqual(whole[name]);
      expect(told.usage).toEqual(whole.usage);
      const { message } = whole;
      const isObject = typeof message === "object" && message !== null && !Array.isArray(message);
      expect(told.message).toEqual(
        isObject ? { model: message.model, id: message.id, usage: message.usage } : message,
      );
    }
  },
  { runs: 400 },
);

/** Written with escapes that nobody needs. */
function escaped(text: string): string {
  return `"${[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
}
