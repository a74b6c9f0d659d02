/** What may stand on the screen: whatever a model, a tool or a file says, it cannot steer the terminal. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { widthOf } from "#src/annex/log/one-line.ts";
import type { HarnessEvent, ToolUseBlock } from "#src/index.ts";
import type { Input } from "#src/terminal/repl/input.ts";
import { fold, neutral, rowWidth } from "#src/terminal/repl/rows.ts";
import { law, shownAs } from "../support/law.ts";
import { ReplStage, textOf } from "../support/repl-stage.ts";

/** Words, and what steers terminals: colours, titles, clearing, C1 controls, writing direction, halves of characters. */
const piece = fc.constantFrom(
  ..."word, |.|  |日本語|。|「|👨‍👩‍👧|\t|\n|\r|\r\n|\x1b[2J|\x1b[31m|\x1b]0;title\x07|\u009b1A|\b|\x00|\x7f|\u202e|\u2028|\ud83d".split(
    "|",
  ),
  "a".repeat(30),
  " ".repeat(12),
);
const lines = fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 40 });
const longCall = lines.map((all) => all.map((pieces) => pieces.join("")).join("\n"));
const words = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

const call: fc.Arbitrary<ToolUseBlock> = fc.record({
  type: fc.constant("tool_use" as const),
  id: fc.constantFrom("t1", "t2"),
  name: fc.oneof(fc.constant("Bash"), words),
  input: fc.oneof(fc.record({ command: words }), fc.record({ other: words })),
});

const event: fc.Arbitrary<HarnessEvent> = fc.oneof(
  fc.record({
    type: fc.constant("delta" as const),
    kind: fc.constantFrom("text" as const, "thinking" as const),
    text: words,
  }),
  fc.record({ type: fc.constantFrom("prompt" as const, "notice" as const), text: words }),
  fc.record({ type: fc.constant("api-error" as const), message: words }),
  call.map((each) => ({ type: "tool-start" as const, call: each })),
  fc.tuple(call, words, fc.boolean()).map(([each, content, failed]) => ({
    type: "tool-end" as const,
    call: each,
    result: { type: "tool_result" as const, tool_use_id: each.id, content, is_error: failed },
  })),
  fc.tuple(call, words).map(([each, agentId]) => ({
    type: "agent" as const,
    callId: each.id,
    agentId,
    event: { type: "tool-start" as const, call: each },
  })),
  words.map((stop) => ({ type: "turn-end" as const, stop, steps: 1 })),
);

const size = fc.record({
  type: fc.constant("size" as const),
  columns: fc.integer({ min: 4, max: 90 }),
  rows: fc.integer({ min: 3, max: 30 }),
});

const input: fc.Arbitrary<Input> = fc.oneof(
  { weight: 6, arbitrary: event.map((each) => ({ type: "event" as const, event: each })) },
  fc.tuple(words, words).map(([asked, rule]) => ({
    type: "ask" as const,
    question: { id: "t1", call: asked, why: asked, rule },
  })),
  fc.record({ type: fc.constant("facts" as const), model: words, mode: words }),
  fc.record({ type: fc.constant("told" as const), text: words }),
  words.map((text) => ({
    type: "key" as const,
    key: { name: "paste", ctrl: false, meta: false, shift: false, text },
  })),
  fc.constantFrom("return", "n", "y", "escape", "up").map((name) => ({
    type: "key" as const,
    key: { name, ctrl: false, meta: false, shift: false, text: "" },
  })),
  fc.record({ type: fc.constant("btw" as const), question: words }),
  fc.record({ type: fc.constant("btw" as const), question: words, answer: words }),
  fc.record({ type: fc.constant("line" as const), text: words }),
  fc.array(words, { maxLength: 9 }).map((all) => ({
    type: "options" as const,
    word: "/",
    options: all.map((each) => `/${each}`),
  })),
  size,
  fc.constantFrom(
    { type: "busy" as const },
    { type: "idle" as const },
    { type: "line" as const, text: "/" },
    { type: "key" as const, key: { name: "tab", ctrl: false, meta: false, shift: false, text: "" } },
  ),
);

const inputs = shownAs(fc.array(input, { maxLength: 14 }), (all) =>
  all.map((each) => JSON.stringify(each)).join("\n"),
);

/** All that the screen itself writes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OURS = /\x1b\[\?25[lh]|\x1b\[H\x1b\[2J|\x1b\[J|\x1b\[\d+[AC]|\r\n|\r/g;
const STEERS = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

test("a text is broken between words and around wide characters, not before a mark that closes", () => {
  expect(fold("one two three", 8)).toEqual(["one two ", "three"]);
  expect(fold("日本語です。", 10)).toEqual(["日本語で", "す。"]);
  expect(fold(`ab cd${" ".repeat(20)}.`, 10)).toEqual(["ab ", `cd${" ".repeat(20)}`, "."]);
  expect(fold("a\x1b[2Jb\r\n\tc", 80)).toEqual(["a\ufffd[2Jb", "    c"]);
});

law(
  "no-raw-control",
  "Whatever a model, a tool, a file or a person says: what is written to the terminal holds no control sequence but the screen's own",
  [inputs],
  (all) => {
    const stage = new ReplStage();
    for (const each of all) {
      stage.tell(each);
      const steers = [...stage.rows, ...stage.liveRows].map(textOf).filter((row) => STEERS.test(row));
      if (steers.length > 0) throw new Error(`steers the terminal: ${JSON.stringify(steers[0])}`);
    }
    const foreign = stage.bytes.replace(OURS, "");
    if (STEERS.test(foreign)) throw new Error(`steers the terminal: ${JSON.stringify(foreign)}`);
  },
  { runs: 200 },
);

law(
  "rows-fit",
  "No row is wider than the terminal, what changes is not taller than it, and a text that is broken into rows loses nothing",
  [inputs, words, fc.integer({ min: 1, max: 50 })],
  (all, text, width) => {
    const stage = new ReplStage();
    for (const each of all) {
      const before = stage.rows.length;
      stage.tell(each);
      const { width: room, rows } = stage.state;
      const drawn = [...stage.rows.slice(before), ...stage.liveRows];
      const wide = drawn.find((row) => rowWidth(row) > room);
      if (wide) throw new Error(`wider than ${room}: ${JSON.stringify(textOf(wide))}`);
      if (stage.liveRows.length >= Math.max(rows, 3))
        throw new Error(`${stage.liveRows.length} rows of ${rows}`);
    }
    const pieces = neutral(text)
      .split("\n")
      .map((line) => fold(line, width));
    const wide = pieces.flat().find((each) => widthOf(each.trimEnd()) > Math.max(2, width));
    if (wide !== undefined) throw new Error(`wider than ${width}: ${JSON.stringify(wide)}`);
    const joined = pieces.map((line) => line.join("")).join("\n");
    if (joined !== neutral(text)) throw new Error(`${JSON.stringify(text)} became ${JSON.stringify(joined)}`);
  },
  { runs: 200 },
);

law(
  "whole-call-shown",
  "Before a key can answer whether a call may run, every character of the call, of why it is asked and of the rule that it would add stands on the screen, in its order; a rule that is just the call is said to be that",
  [
    inputs,
    longCall,
    words,
    words,
    fc.constantFrom("other", "other", "whole", "part"),
    fc.constantFrom("y", "a"),
  ],
  (all, drawn, why, other, kind, key) => {
    // Where a part ends with a line, it is the whole command of a call that has other fields too.
    const line = kind === "part" ? `${drawn}x` : drawn;
    const asked = kind === "other" ? line : `Bash: ${line}`;
    const rule = kind === "other" ? other : `Bash(${kind === "part" ? line.slice(0, -1) : line})`;
    // Of a rule that is the command over again this is said.
    const told = rule === `Bash(${line})` && kind !== "other" ? "just this command" : rule;
    const stage = new ReplStage();
    for (const each of all) if (each.type !== "ask") stage.tell(each);
    stage.tell({ type: "busy" });
    const before = stage.rows.length;
    stage.tell({ type: "ask", question: { id: "asked", call: asked, why, rule } });
    const shown = stage.rows.slice(before).map(textOf).join("").replace(/\s/g, "");
    stage.wait(1000).press(key);
    const answers = stage.deeds.filter((deed) => deed.type === "answer");
    if (answers.length !== 1) throw new Error(`${answers.length} answers`);
    const whole = neutral(
      `${asked}It is asked because ${why}.a (always) allows for this session: ${told}`,
    ).replace(/\s/g, "");
    if (!shown.endsWith(whole))
      throw new Error(`${JSON.stringify(shown)} does not hold ${JSON.stringify(whole)}`);
  },
  { runs: 100 },
);

const remark = input.filter(({ type }) => type === "told");
const ended = event.filter(({ type }) => ["tool-end", "notice", "api-error"].includes(type));
const told = fc.oneof(
  remark,
  ended.map((each) => ({ type: "event" as const, event: each })),
);

law(
  "question-together",
  "Nothing comes between a question and the keys that answer it; once it is answered all that was told meanwhile is shown, in its order",
  [fc.array(told, { minLength: 1, maxLength: 6 }), words],
  (all, asked) => {
    const waited = new ReplStage().tell({ type: "busy" });
    const answered = new ReplStage().tell({ type: "busy" });
    const question = { id: "asked", call: asked, why: "", rule: undefined };
    for (const stage of [waited, answered]) stage.tell({ type: "ask", question });
    const before = waited.shown;
    for (const each of all) waited.tell(each);
    if (waited.shown !== before) throw new Error(`came between: ${JSON.stringify(waited.shown)}`);
    waited.press("y");
    answered.press("y");
    for (const each of all) answered.tell(each);
    if (waited.shown !== answered.shown)
      throw new Error(`${JSON.stringify(waited.shown)} in place of ${JSON.stringify(answered.shown)}`);
  },
  { runs: 60 },
);
