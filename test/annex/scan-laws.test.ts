/** The head of a line read out of its bytes, against the head of the same line parsed whole. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readLine } from "#src/log/read.ts";
import { ABSENT, headerOf } from "../../src/annex/log/fast/header.ts";
import { Names } from "../../src/annex/log/fast/names.ts";
import { Scanner } from "../../src/annex/log/fast/scan.ts";
import { anyForest } from "../support/forests.ts";
import { law, shownAs } from "../support/law.ts";

/** Keys that count somewhere in a line, and others; each may stand anywhere, more than once, or written in escapes. */
const KEYS =
  "type uuid parentUuid sessionId agentId subtype leafUuid isSidechain isMeta permissionMode message id model content tool_use_id __proto__ constructor text 0".split(
    " ",
  );
const WORDS = "user assistant system e1 e2 tool_result compact_boundary <synthetic> claude".split(" ");

/** Strings that a careless scanner takes for something else. */
const anyText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
  fc.constantFrom(
    '"type":"user","uuid":"e9"',
    '{"type":"user","uuid":"e9","parentUuid":null}',
    "\\",
    '\\"',
    "é",
    "\u2028",
    "\ud800",
    "\u0000",
    "\ufeff",
    "x".repeat(40),
    `${"x".repeat(21)}"${"y".repeat(9)}\\${"z".repeat(11)}`,
  ),
  fc.string({ unit: "binary" }),
);

/** JSON as it may be written: any white space, strings with or without needless escapes. */
const { object: anyObject } = fc.letrec<{
  value: string;
  object: string;
  array: string;
  string: string;
  space: string;
}>((tie) => ({
  space: fc.constantFrom("", "", "", "", " ", "\t", "\r", "  "),
  string: fc
    .tuple(anyText, fc.nat(9))
    .map(([text, isEscaped]) => (isEscaped === 0 ? escaped(text) : JSON.stringify(text))),
  array: fc
    .tuple(tie("space"), fc.array(tie("value"), { maxLength: 3 }), tie("space"))
    .map(([before, values, behind]) => `[${before}${values.join(`${behind},`)}${before}]`),
  object: fc
    .tuple(
      tie("space"),
      fc.array(fc.tuple(fc.constantFrom(...KEYS), fc.nat(30), tie("value")), {
        maxLength: 5,
      }),
      tie("space"),
    )
    .map(([before, fields, behind]) => {
      const parts = fields.map(
        ([key, isEscaped, value]) =>
          `${before}${isEscaped === 0 ? escaped(key) : JSON.stringify(key)}${behind}:${before}${value}`,
      );
      return `{${parts.join(`${behind},`)}${behind}}`;
    }),
  value: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: tie("string") },
    { weight: 3, arbitrary: fc.constantFrom("null", "true", "false", "0", "-1.5e+3", "12", "1E5", "-0") },
    tie("array"),
    { weight: 2, arbitrary: tie("object") },
  ),
}));

const NO_JSON = [
  '"a\tb"',
  `"${"x".repeat(30)}\u0001"`,
  "01",
  "1.",
  "-",
  "+1",
  ".5",
  "1e",
  "tru",
  "nulx",
  "'a'",
  "[1,]",
  '{"a":1,}',
  '"\\x"',
  '"\\u12g4"',
];

/** A line with a type in front, what may stand in it that is no JSON, and what may have become of its bytes. */
const anyLine = shownAs(
  fc
    .record({
      fields: anyObject,
      front: fc.constantFrom(
        "{",
        '{"type":"user",',
        '{"type":"assistant",',
        '\ufeff{"type":"user",',
        ' {"type":"user",',
      ),
      more: fc.option(fc.constantFrom(...NO_JSON), { nil: undefined, freq: 2 }),
      behind: fc.constantFrom("", "", "", "", "", "\r", " ", "x", "{", "}"),
      struck: fc.option(
        fc.tuple(fc.nat(300), fc.constantFrom(0x00, 0x22, 0x5c, 0xff, 0xc3, 0x7b, 0x2c, 0x09)),
        { nil: undefined, freq: 2 },
      ),
    })
    .map(({ fields, front, more, behind, struck }) => {
      const odd = more === undefined ? "" : `"more":${more}${fields === "{}" ? "" : ","}`;
      const bytes = Buffer.from(`${front}${odd}${fields.slice(1)}${behind}`);
      if (struck && bytes.length > 0) bytes[struck[0] % bytes.length] = struck[1];
      return { bytes };
    }),
  ({ bytes }) => JSON.stringify(bytes.toString("latin1")),
);

law(
  "scan-exact",
  "the head that is scanned out of a line's bytes is the head of the line parsed whole, whatever the bytes; and of a line that a client writes it is found",
  [anyLine, anyForest, fc.nat(9)],
  ({ bytes }, { log }, place) => {
    const names = new Names();
    const scanner = new Scanner(names);
    const written = log.split("\n").map((text) => Buffer.from(text));
    for (const line of [bytes, ...written]) {
      const around = Buffer.concat([Buffer.alloc(place, 0x22), line, Buffer.from('\n{"type":"user"}')]);
      const scanned = scanner.read(around, place, place + line.length);
      const { whole, damage } = readLine(line);
      const [first, ...others] = whole;
      const isWhole = first !== undefined && others.length === 0 && damage === undefined;
      if (scanned) expect(scanned).toEqual(isWhole ? headerOf(first, names) : damage);
      if (line !== bytes) expect(scanned !== undefined).toBe(isWhole);
    }
  },
  { runs: 300 },
);

test("decoys are no heads: keys within strings, in deeper objects, behind escapes, twice", () => {
  const names = new Names();
  const scan = (text: string) => {
    const header = new Scanner(names).read(Buffer.from(text), 0, Buffer.byteLength(text));
    return header && [header.type, header.uuid];
  };
  const inString = JSON.stringify({ text: '","uuid":"e9","type":"system"', type: "user", uuid: "e1" });
  expect(scan(inString)).toEqual([names.of("user"), names.of("e1")]);
  const deeper =
    '{"type":"user","toolUseResult":{"uuid":"e9"},"message":{"uuid":"e9","content":[{"uuid":"e9"}]}}';
  expect(scan(deeper)).toEqual([names.of("user"), ABSENT]);
  // These it leaves to the parser: of two equal keys the last one counts, and an escape may hide any letter.
  expect(scan('{"type":"user","uuid":"e9","uuid":"e1"}')).toBeUndefined();
  expect(scan('{"type":"user","\\u0075uid":"e1"}')).toBeUndefined();
  expect(scan('{"type":"user","uuid":"\\u00651"}')).toBeUndefined();
});

/** Every character as its escape. */
function escaped(text: string): string {
  const units = [...Array(text.length).keys()].map((at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  return `"${units.map((unit) => `\\u${unit}`).join("")}"`;
}
