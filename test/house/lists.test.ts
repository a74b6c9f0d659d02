/** The lists of the laws and of the claims: each check seen to fail on a small one. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLAIMS, claimsPage } from "../../scripts/pages/claims.ts";
import { lawChapters, lawSentences, lawsInStep, lawsPage } from "../../scripts/pages/laws.ts";
import type { StatedLaw } from "../../scripts/pages/stated-laws.ts";
import { placeOf } from "../support/law-words.ts";
import { smallProject } from "./small-lesson.ts";

const LAWS: readonly StatedLaw[] = [
  {
    id: "leaf-latest",
    sentence: "the leaf is a | the latest",
    stated: { path: "test/laws/tree.test.ts", line: 7 },
    kept: [
      { path: "src/log/tree.ts", line: 3 },
      { path: "src/log/path.ts", line: 9 },
    ],
  },
  { id: "walk-total", sentence: "it ends", stated: { path: "test/laws/tree.test.ts", line: 20 }, kept: [] },
];

const HEAD = "| law | always true | tried in | kept in |\n|---|---|---|---|";
const FIRST =
  '| <a id="leaf-latest"></a>`leaf-latest` | the leaf is a \\| the latest | [tree.test.ts](../test/laws/tree.test.ts#L7) | [tree.ts](../src/log/tree.ts#L3), [path.ts](../src/log/path.ts#L9) |';
const SECOND =
  '| <a id="walk-total"></a>`walk-total` | it ends | [tree.test.ts](../test/laws/tree.test.ts#L20) |  |';
const LIST = `# The laws\n\n## 4 · The tree\n\n${HEAD}\n${FIRST}\n\n## Beyond the chapters\n\n${HEAD}\n${SECOND}\n`;
const JAPANESE = LIST.replace("it ends", "終わります").replace("the leaf is a \\| the latest", "最新です");

test("a list of laws that is as it has to be", () => {
  expect(lawsPage(LIST, LAWS, "en")).toEqual({ text: LIST, faults: [] });
  expect(lawsPage(JAPANESE, LAWS, "ja")).toEqual({ text: JAPANESE, faults: [] });
  expect(lawsInStep(LIST, JAPANESE)).toEqual([]);
  expect([...lawChapters(LIST)]).toEqual([
    ["leaf-latest", 4],
    ["walk-total", 0],
  ]);
  expect(lawSentences(JAPANESE).get("walk-total")).toBe("終わります");
});

test.each([
  ["a row that says only which", FIRST, "| leaf-latest | | | |"],
  ["another sentence", "it ends", "it never ends"],
  ["another line", "#L9", "#L8"],
])("%s is set right", (_, from, to) => {
  expect(LIST).toContain(from);
  expect(lawsPage(LIST.replace(from, to), LAWS, "en")).toEqual({ text: LIST, faults: [] });
});

test("the heading of a chapter is its title", () => {
  const { text } = lawsPage(
    LIST.replace("4 · The tree", "4 · A bush"),
    LAWS,
    "en",
    new Map([[4, "The tree"]]),
  );
  expect(text).toBe(LIST);
});

test("a law that is none any more loses its row", () => {
  expect(lawsPage(LIST, LAWS.slice(1), "en").text).toBe(LIST.replace(`${FIRST}\n`, ""));
});

test.each([
  ['put a row "| walk-total | |" under the heading', SECOND, ""],
  ["has a row before", SECOND, `${SECOND}\n${SECOND}`],
  ['stands under "A tree", which is no chapter', "4 · The tree", "A tree"],
])("a list of laws: %s", (told, from, to) => {
  expect(
    lawsPage(
      LIST.replace(from, () => to),
      LAWS,
      "en",
    ).faults.join("\n"),
  ).toContain(told);
});

test("a law without a sentence in Japanese, or with signs in it, is told", () => {
  expect(lawsPage(JAPANESE.replace("終わります", ""), LAWS, "ja").faults).toEqual([
    expect.stringContaining('write the sentence of "walk-total" in Japanese'),
  ]);
  expect(lawsPage(JAPANESE.replace("終わります", "*終わります*"), LAWS, "ja").faults).toEqual([
    expect.stringContaining("holds a sign that Markdown reads"),
  ]);
  expect(lawsPage(JAPANESE.replace("終わります", "終わります。"), LAWS, "ja").faults).toEqual([
    expect.stringContaining("ends with a full stop"),
  ]);
});

test.each([
  ["a row that is missing", /.*"walk-total".*\n/, ""],
  ["a row under another chapter", "4 · The tree", "3 · The loop"],
])("the two lists of laws: %s is told", (_, from, to) => {
  expect(lawsInStep(LIST, JAPANESE.replace(from, to))).toHaveLength(1);
});

test("the report of a law finds its chapter and its words in the lists", () => {
  const folder = mkdtempSync(join(tmpdir(), "glass-lists-"));
  for (const [name, text] of [
    ["laws.md", LIST],
    ["laws.ja.md", JAPANESE],
    ["04-session-log.md", ""],
    ["04-session-log.ja.md", ""],
  ] as const)
    writeFileSync(join(folder, name), text);
  const found = { sentence: "最新です", page: "chapters/04-session-log.ja.md" };
  expect(placeOf("leaf-latest", "ja", folder)).toEqual(found);
  expect(placeOf("leaf-latest", "en", folder).page).toBe("chapters/04-session-log.md");
  expect(placeOf("walk-total", "en", folder)).toEqual({ sentence: "it ends" });
  rmSync(folder, { recursive: true });
});

const ROW =
  '| <a id="C-3.8"></a>C-3.8 | a block is an entry | [4](04-session-log.md) | [tree.ts](../src/tree.ts#L3) | [law-1](laws.md#law-1), [it walks](../test/a.test.ts#L2) |';
const CLAIMED = `# Claims\n\n## 3 The log\n\n| claim | in short | told in | kept in | shown by |\n|---|---|---|---|---|\n${ROW}\n`;
const FILES = {
  "src/tree.ts": "// C-3.80\n\n/** Walks (C-3.8). */\n",
  "test/a.test.ts": '\ntest("it walks up", x);\n',
};
const OTHERS = CLAIMS.length - 1;

function claimed(text: string, files: Readonly<Record<string, string>> = {}) {
  const { text: made, faults } = claimsPage(text, smallProject({ ...FILES, ...files }));
  return {
    text: made,
    faults: faults.filter((fault) => !fault.endsWith("has no row.")),
    rows: faults.length,
  };
}

test("a list of claims that is as it has to be; each claim without a row is told", () => {
  expect(claimed(CLAIMED)).toEqual({ text: CLAIMED, faults: [], rows: OTHERS });
});

test.each([
  ["#L3", "#L9"],
  ["#L3", ""],
  ["#L2", "#L1"],
  ['<a id="C-3.8"></a>', ""],
])("in a list of claims %s is set right", (from, to) => {
  expect(claimed(CLAIMED.replace(from, to)).text).toBe(CLAIMED);
});

test.each([
  ["is no claim", "C-3.8 |", "C-3.99 |"],
  ["has a row before", ROW, `${ROW}\n${ROW}`],
  ["is not said in words", "a block is an entry", ""],
  ["is told in no chapter", "[4](04-session-log.md)", ""],
  ["which is no chapter", "04-session-log.md", "README.md"],
  ["put <!-- C-3.7 --> there", "C-3.8 |", "C-3.7 |"],
  ["leads to src/bush.ts, which is not there", "../src/tree.ts", "../src/bush.ts"],
  ["which neither names it", "C-3.8 |", "C-3.9 |"],
  ["names no line of the source", "[tree.ts](../src/tree.ts#L3)", ""],
  ["is shown by nothing", /\[law-1\].*\) \|/, "explained: so |"],
  ['the law "law-9"', "laws.md#law-1", "laws.md#law-9"],
  ['nor has the test "it runs"', "[it walks]", "[it runs]"],
])("a list of claims: %s", (told, from, to) => {
  const altered = CLAIMED.replace(from, () => to);
  expect(altered).not.toBe(CLAIMED);
  expect(claimed(altered).faults.join("\n")).toContain(told);
});

test("a claim that is told in one language only is told", () => {
  const { faults } = claimed(CLAIMED, { "chapters/04-session-log.ja.md": "# 4\n" });
  expect(faults).toEqual([
    expect.stringContaining("chapters/04-session-log.ja.md: put <!-- C-3.8 --> there"),
  ]);
});

test("what only words can show says why", () => {
  const altered = CLAIMED.replace(/\[law-1\].*\) \|/, "explained: a server of others keeps it |");
  expect(claimed(altered).faults).toEqual([]);
});
