/** Bytes to lines and back: nothing is changed, damage stays where it is, no bytes are too strange (I05, I06, I47). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLine, printLine, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { rebuild } from "../support/conversation.ts";
import { anyForest } from "../support/forests.ts";
import { hostileLog } from "../support/hostile.ts";
import { law, shownAs } from "../support/law.ts";
import { logOf } from "../support/log-lines.ts";
import { play } from "../support/play.ts";

/** Keys and texts that careless readers trip over: line ends of other alphabets, half a surrogate pair, prototypes. */
const anyText = fc.oneof(
  fc.constantFrom(
    "\u2028",
    "\u2029",
    "\u0085",
    "\r\n",
    "\ud83d",
    "\ude00x",
    "\u0000",
    "\ufeff",
    "__proto__",
    "type",
  ),
  fc.string({ unit: "binary" }),
);
const anyField = fc.oneof(fc.constantFrom("__proto__", "constructor", "uuid", "toString", "0"), anyText);

/** An object as JSON text, for only a text can hold `__proto__` as a key. */
const anyLine = shownAs(
  fc.array(fc.tuple(anyField, fc.jsonValue({ stringUnit: "binary" })), { maxLength: 6 }).map((fields) => {
    const unlike = new Map([["type", "user"], ...fields.filter(([key]) => key !== "type")] as [
      string,
      unknown,
    ][]);
    const parts = [...unlike].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
    return { text: `{${parts.join(",")}}` };
  }),
  ({ text }) => text,
);

test("a line separator inside a string ends no line", () => {
  const log = logOf([{ type: "user", said: "a\u2028b\u0085c" }, { type: "mode" }]);
  expect(readLog(new TextEncoder().encode(log)).lines).toHaveLength(2);
});

/** A line that would give every object a new field, were its own copied without care. */
const POLLUTING =
  '{"type":"user","uuid":"p","parentUuid":null,"__proto__":{"polluted":1},"message":{"__proto__":{"polluted":1},"content":[{"type":"text","text":"m","__proto__":{"polluted":1}}]}}';

law(
  "round-trip",
  "a line that is read and written again is the same, to the last unknown field",
  [fc.array(anyLine, { minLength: 1, maxLength: 4 })],
  (lines) => {
    const texts = [...lines.map(({ text }) => JSON.stringify(JSON.parse(text))), POLLUTING];
    const bytes = new TextEncoder().encode(texts.map((text) => `${text}\n`).join(""));
    const read = readLog(bytes);
    expect(read.damaged).toEqual([]);
    expect(read.lines.map(({ line }) => printLine(line))).toEqual(texts.map((text) => `${text}\n`));
    expect(texts.map((text) => JSON.stringify(parseLine(text)))).toEqual(texts);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  },
  { runs: 300 },
);

/** What can strike one line: cut short, overwritten with NUL, or with bytes that are no text. */
const anyDamage = shownAs(
  fc.record({ line: fc.nat(60), at: fc.nat(200), how: fc.constantFrom("cut", "NUL", "bytes") }),
  ({ line, at, how }) => `(line ${line}, counted round, is struck at byte ${at}: ${how})`,
);

law(
  "damage-local",
  "a damaged line is reported by its number, and every other line is read as before",
  [anySession, anyDamage],
  async (plan, { line, at, how }) => {
    const { world, session } = await play(plan);
    const lines = world.text(session.path).trimEnd().split("\n");
    const struck = line % lines.length;
    const whole = Buffer.from(lines[struck] ?? "");
    const place = 1 + (at % (whole.length - 1));
    const rest = { cut: [], NUL: [0, 0, 0], bytes: [0x22, 0xff, 0xfe, 0x80] }[how] ?? [];
    const damaged = Buffer.concat([whole.subarray(0, place), Buffer.from(rest)]);
    const bytes = joined(lines.map((each, index) => (index === struck ? damaged : Buffer.from(each))));
    const read = readLog(bytes);
    expect(read.damaged.map(({ number }) => number)).toEqual([struck + 1]);
    expect(read.lines.map(({ line: each }) => JSON.stringify(each))).toEqual(lines.toSpliced(struck, 1));
    expect(read.lines.map(({ number }) => number)).not.toContain(struck + 1);
    expect(read.count).toBe(lines.length);
  },
  { runs: 40 },
);

/** Lines that say what looks like the beginning of a line, and hold objects that look like one. */
const sneakyLines = fc
  .array(fc.oneof(anyText, fc.constantFrom('{"type":"user"}', "f() {", '{"', "\\", ": ", "[")), {
    minLength: 2,
    maxLength: 6,
  })
  .map((texts) =>
    texts.map((said, at) => {
      const inside = { type: "user", uuid: `inside${at}`, parentUuid: null, sessionId: "s", said };
      return { type: "user", uuid: `e${at}`, parentUuid: null, said, inside, all: [inside, { inside }] };
    }),
  );

const anyGlue = shownAs(
  fc.record({ line: fc.nat(9), at: fc.nat(2_000), whole: fc.boolean() }),
  ({ line, at, whole }) =>
    `(line ${line}, counted round, ${whole ? "lacks its newline" : `breaks off at byte ${at}, counted round`})`,
);

law(
  "glued-saved",
  "where a line breaks off and the next one is glued to it, that one is read in its place, and nothing of the broken one",
  [sneakyLines, anyGlue],
  (lines, { line, at, whole }) => {
    const texts = lines.map((each) => Buffer.from(JSON.stringify(each)));
    const broken = line % (lines.length - 1);
    const text = texts[broken] ?? Buffer.alloc(0);
    const head = whole ? text : text.subarray(0, 1 + (at % (text.length - 1)));
    const glued = Buffer.concat([head, texts[broken + 1] ?? Buffer.alloc(0)]);
    const read = readLog(joined(texts.toSpliced(broken, 2, glued)));
    // Behind these an object may be a value of the broken one: it is left, and told.
    const isLeft = /[:,[]\s*$/.test(new TextDecoder().decode(head));
    const kept = isLeft ? [broken, broken + 1] : whole ? [] : [broken];
    expect(read.lines.map(({ line: each }) => each["uuid"])).toEqual(
      lines.map(({ uuid }) => uuid).filter((_, index) => !kept.includes(index)),
    );
    expect(read.damaged.map(({ number, saved }) => [number, saved])).toEqual([
      [broken + 1, isLeft ? 0 : whole ? 2 : 1],
    ]);
  },
  { runs: 300 },
);

law(
  "whole-kept",
  "a line that is whole is read, whatever stands behind it of the next one: nothing but its brace, more of it, or what never reached the disk",
  [sneakyLines, anyGlue, fc.constantFrom(1, 5, 14, 1_000_000), fc.boolean()],
  ([first, second], { at }, most, isLost) => {
    const [whole, next] = [first, second].map((line) => Buffer.from(JSON.stringify(line)));
    const length = 1 + (at % Math.min(most, (next?.length ?? 0) - 1));
    const behind = isLost ? Buffer.alloc(length) : next?.subarray(0, length);
    const { lines, damaged } = readLog(Buffer.from(`${whole}${behind}\n`));
    expect(lines).toEqual([{ number: 1, line: first }]);
    expect(damaged).toMatchObject([{ number: 1, saved: 1 }]);
  },
  { runs: 200 },
);

law(
  "reader-total",
  "no bytes make the reader throw, and what it makes of them is a conversation",
  [fc.uint8Array({ maxLength: 200 }), hostileLog, anyForest],
  (noise, hostile, { log }) => {
    const all = Buffer.concat([Buffer.from(noise), Buffer.from(`\n${hostile.log}${log}${POLLUTING}\n`)]);
    for (const bytes of [noise, hostile.log, all]) {
      const { conversation, path } = rebuild(bytes);
      expect(conversation.messages.every(({ content }) => content.length > 0)).toBe(true);
      expect(new Set(path.items).size).toBe(path.items.length);
    }
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  },
  { runs: 300 },
);

function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")]));
}
