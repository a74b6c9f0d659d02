import { expect, test } from "vitest";
import { beginning, cutTo, oneLine, widthOf } from "../../src/annex/log/one-line.ts";

test.each([
  ["plain", 5],
  ["日本語", 6],
  ["ﾊﾝｶｸ", 4],
  ["ＡＢ！", 6],
  ["한글", 4],
  ["か\u3099", 2],
  ["e\u0301", 1],
  ["👩‍👩‍👧", 2],
  ["🇯🇵", 2],
  ["❤️", 2],
  ["├─● …", 5],
])("%s takes %i columns", (text, columns) => expect(widthOf(text)).toBe(columns));

test.each([
  ["日本語テキスト", 7, "日本語…"],
  ["日本語テキスト", 8, "日本語…"],
  ["日本語", 6, "日本語"],
  ["a👩‍👩‍👧b👩‍👩‍👧", 5, "a👩‍👩‍👧b…"],
  ["abcdef", 3, "ab…"],
  ["abcdef", 0, ""],
])("%s cut to %i columns is %s", (text, columns, cut) => expect(cutTo(text, columns)).toBe(cut));

test("nothing in a text can steer the terminal", () => {
  expect(oneLine(" a\r\n\tb\u001b[31m\u202e c\ud800 ")).toBe("a b\ufffd[31m\ufffd c\ufffd");
});

test("the beginning of a huge text is short", () => {
  expect(beginning(`\n\n${"x".repeat(1e6)}`, 20)).toBe("x".repeat(80));
});
