/** The line editor. */
import { EventEmitter } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listen } from "#src/terminal/repl/keyboard.ts";
import { liveOf } from "../../src/terminal/repl/live.ts";
import { law } from "../support/law.ts";
import { ReplStage } from "../support/repl-stage.ts";

/** The text with the cursor in it. */
function written({ state }: ReplStage): string {
  const { text, cursor } = state.editor;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

test("keys move and delete by character, word and line; a character is what a person sees as one", () => {
  const stage = new ReplStage().type("one two 日👨‍👩‍👧");
  expect(written(stage.press("left"))).toBe("one two 日|👨‍👩‍👧");
  expect(written(stage.press("delete", "backspace"))).toBe("one two |");
  expect(written(stage.press("ctrl-w"))).toBe("one |");
  expect(written(stage.press("home").type("0 "))).toBe("0 |one ");
  expect(written(stage.press("meta-f", "ctrl-k"))).toBe("0 one|");
  expect(written(stage.press("ctrl-left", "ctrl-u"))).toBe("|one");
});

test("a backslash before Enter, Alt+Enter and Ctrl-J begin a new line; pasted line ends send nothing", () => {
  const stage = new ReplStage().type("a\\").press("return").type("b").press("meta-return").type("c");
  expect(written(stage.press("enter").paste("d\r\ne"))).toBe("a\nb\nc\nd\ne|");
  expect(stage.deeds).toEqual([]);
  expect(stage.press("return").deeds).toEqual([{ type: "send", text: "a\nb\nc\nd\ne" }]);
});

test("up and down go through lines, then through what was said before, and back to what was being written", () => {
  const stage = new ReplStage(80, 24, ["first", "second"]).type("ab").press("meta-return").type("c");
  expect(written(stage.press("up"))).toBe("a|b\nc");
  expect(written(stage.press("up"))).toBe("second|");
  expect(written(stage.press("up", "up", "up"))).toBe("first|");
  expect(written(stage.press("down", "down"))).toBe("ab\nc|");
  expect(stage.press("return").state.editor.history).toEqual(["first", "second", "ab\nc"]);
});

test("the cursor stands where the next character will, in wide characters, tabs and broken lines too", () => {
  const at = (stage: ReplStage) => liveOf(stage.state, 0).cursor;
  expect(at(new ReplStage().type("日本"))).toEqual({ row: 1, column: 6 });
  expect(at(new ReplStage().paste("\tx"))).toEqual({ row: 1, column: 7 });
  // 17 columns for the line: a wide character that does not fit goes to the next row.
  expect(at(new ReplStage(21).type("日".repeat(9)))).toEqual({ row: 2, column: 4 });
  expect(at(new ReplStage(21).type("日".repeat(9)).press("home"))).toEqual({ row: 1, column: 2 });
  expect(at(new ReplStage().type("ab\\").press("return"))).toEqual({ row: 2, column: 2 });
});

test("a long text shows the rows around the cursor", () => {
  const stage = new ReplStage(40, 12).paste(
    Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n"),
  );
  expect(stage.live).toContain("line 29");
  expect(stage.live).not.toContain("line 20");
  for (let line = 0; line < 29; line += 1) stage.press("up");
  expect(stage.live).toContain("> line 0");
});

/** Texts by what a person sees as one character: kana with a mark of its own, skin, a family, a flag, a rare ideograph. */
const anyCharacters = fc.array(
  fc.constantFrom("a", " ", "\n", "日", "か\u3099", "e\u0301", "ﾊﾟ", "한", "𠮷", "👍🏽", "👨‍👩‍👧", "🇯🇵"),
  { maxLength: 12 },
);
const anyMoves = fc.array(
  fc.constantFrom("left", "right", "up", "down", "home", "end", "ctrl-left", "ctrl-right"),
  { maxLength: 6 },
);

law(
  "typed-as-is",
  "whatever is typed, pasted or composed by an input method stands in the line as it came, wherever its bytes are cut between two reads; keys move between the characters that a person sees, and Backspace takes one of them away",
  [anyCharacters, fc.boolean(), fc.array(fc.nat(60), { maxLength: 4 }), anyMoves],
  (characters, isPasted, cuts, moves) => {
    const stage = new ReplStage(24);
    const text = characters.join("");
    hear(stage, isPasted ? `\x1b[200~${text}\x1b[201~` : text, cuts);
    expect(stage.state.editor.text).toBe(text);

    const ends = characters.map((_, at) => characters.slice(0, at + 1).join("").length);
    for (const key of moves) expect([0, ...ends]).toContain(stage.press(key).state.editor.cursor);
    const last = ends.indexOf(stage.state.editor.cursor);
    const left = last === -1 ? characters : characters.toSpliced(last, 1);
    expect(stage.press("backspace").state.editor.text).toBe(left.join(""));
  },
  { runs: 100 },
);

/** Sends a text to the stage as a terminal does, its bytes cut at these places. */
function hear(stage: ReplStage, text: string, cuts: readonly number[]): void {
  const input = Object.assign(new EventEmitter(), {
    setRawMode: () => {},
    resume: () => {},
    pause: () => {},
  });
  const stop = listen(input as unknown as NodeJS.ReadStream, (key) => stage.tell({ type: "key", key }));
  const bytes = Buffer.from(text);
  const places = [
    0,
    ...cuts.filter((cut) => cut < bytes.length).sort((one, other) => one - other),
    bytes.length,
  ];
  for (const [at, place] of places.entries()) input.emit("data", bytes.subarray(place, places[at + 1]));
  stop();
}
