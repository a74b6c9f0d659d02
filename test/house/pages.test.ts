/** Each check of the chapters' pages, seen to fail: a small lesson is altered, and the fault is told. */
import { expect, test } from "vitest";
import { anatomyFaults } from "../../scripts/pages/anatomy.ts";
import { fenceFaults, wrongWaysOf } from "../../scripts/pages/fences.ts";
import { stepFaults } from "../../scripts/pages/in-step.ts";
import { linkFaults } from "../../scripts/pages/links.ts";
import { pageOf } from "../../scripts/pages/page.ts";
import { setRight } from "../../scripts/pages/set-right.ts";
import { ENGLISH, JAPANESE, LESSON, smallProject } from "./small-lesson.ts";

async function faultsOf(text: string, path = ENGLISH): Promise<string[]> {
  const known = smallProject({ [path]: text });
  const page = pageOf(path, text);
  const other = path === ENGLISH ? [page, pageOf(JAPANESE, LESSON.ja)] : [pageOf(ENGLISH, LESSON.en), page];
  const [english = page, japanese = page] = other;
  return [
    ...(await setRight(page, known)).faults,
    ...(await anatomyFaults(page, 4, known)),
    ...fenceFaults(page, known),
    ...linkFaults(page, known),
    ...stepFaults(english, japanese),
  ];
}

test.each([
  [ENGLISH, LESSON.en],
  [JAPANESE, LESSON.ja],
])("%s is without a fault, and is as it has to be", async (path, text) => {
  expect(await faultsOf(text, path)).toEqual([]);
  expect((await setRight(pageOf(path, text), smallProject())).text).toBe(text);
});

/** What is altered, and what has to be made of it: what was there before. */
const DRIFTED: readonly [what: string, from: string | RegExp, to: string][] = [
  ["the source in a fence", "  return x(node);", "  return y(node);"],
  ["the doc comment in a fence", "/** Walks up. */", "/** Walks down. */"],
  ["a step of the play", "1 whole en", "1 whole\n\nen"],
  ["a figure", "-->5<!--", "-->7<!--"],
  ["the title", "# 4 · The tree", "# 4 · A tree"],
  ["the line of links", "[← 3](03-agentic-loop.md) · ", ""],
  ["a line of links that is not there", /\[日本語\].*\n\n/, ""],
  ["a law's sentence", "sentence 2.", "what I remember of it."],
  ["a law's sentence in two lines", "sentence 2.", "what I\n  remember of it."],
  ["a law without its sentence", ": sentence 2.", ""],
  ["what is said of an exercise", ", 15 min: walk it", ", 5 min: run it"],
];

test.each(DRIFTED)("drifted, %s is set right", async (_, from, to) => {
  const altered = LESSON.en.replace(from, to);
  expect(altered).not.toBe(LESSON.en);
  expect((await setRight(pageOf(ENGLISH, altered), smallProject())).text).toBe(LESSON.en);
});

test("a text that holds marks of its own stands between longer ones", async () => {
  const source = "/** ```ts\n```\n*/\nexport const a = 1;\n";
  const page = pageOf("README.md", "```ts src/a.ts#a\n```\n");
  const { text } = await setRight(page, smallProject({ "src/a.ts": source.replace("/** ", "/**\n") }));
  expect(text).toBe("````ts src/a.ts#a\n/**\n```ts\n```\n*/\nexport const a = 1;\n````\n");
});

const WAY = LESSON.en.slice(LESSON.en.indexOf("**Way one"), LESSON.en.indexOf("**Way two"));
const REPORT = WAY.slice(WAY.indexOf("```text"));

/** What is altered, and what is then told. */
const FAULTS: readonly [told: string, from: string | RegExp, to: string][] = [
  ['has no region, function, constant or type "wander"', "ts src/tree.ts#walk", "ts src/tree.ts#wander"],
  ["There is no file src/bush.ts", "ts src/tree.ts#walk", "ts src/bush.ts#walk"],
  ["There is no step 9", "text play 1", "text play 9"],
  ['holds a fence "text play 1 sideways"', "text play 1", "text play 1 sideways"],
  ['holds a fence "js"', "```sh", "```js"],
  ["in no list", "```text play 1\n1 whole en\n```", "- x\n\n  ```text play 1\n  1 whole en\n  ```"],
  ['there is no law "law-9"', "[law-2](laws.md#law-2)", "[law-9](laws.md#law-2)"],
  ["begins with a link", "- [law-2]", "- Law [law-2]"],
  ["has no such place", "laws.md#law-2", "laws.md#law-9"],
  ["has no such place", "#the-line", "#the-lines"],
  ["has no such place", "../src/tree.ts#L3", "../src/tree.ts#L300"],
  ["leads to no file", "../src/tree.ts#L3", "../src/bush.ts"],
  ["has no link to it", "[tree.ts](../src/tree.ts#L3)", "tree.ts"],
  ['no exercise "04-run"', "[04-walk]", "[04-run]"],
  ['lists the exercises ""', /- \[04-walk\].*\n/, ""],
  ["its sections are", "## Asides", "## Beside it"],
  ["asks no question", "How is it kept? <!-- C-3.8 -->", "<!-- C-3.8 -->"],
  ["more than 300", "The client of", `${"\n".repeat(300)}The client of`],
  ['does not say "npm run chapter 4"', "npm run chapter 4", "npm run chapter"],
  ["has 1 steps of the play", /```text play last[\s\S]*?```\n/, ""],
  ["has 2 parts of the source", /```ts src\/tree.ts#Node[\s\S]*?```\n/, ""],
  ["has 4 laws", /- \[law-5\].*\n/, ""],
  ["twice", /- \[law-5\].*\n/, "- [law-4](laws.md#law-4): sentence 4.\n"],
  ["has 2 wrong ways", WAY, ""],
  ["no heading and no sentence in bold", "**Way one.**", "Way one."],
  ["outside of its section", "The client of", `${WAY}\nThe client of`],
  ['package.json has no script "chapters"', "npm run chapter 4", "npm run chapters"],
  ["there is no file scripts/x.ts", "npm run chapter 4", "npx tsx scripts/x.ts"],
  ['"pnpm" is no command', "npm run chapter 4", "pnpm run chapter 4"],
  ['stands no "text counterexample law-1"', REPORT, ""],
  ['stands no "text counterexample law-1"', REPORT, `It goes wrong.\n\nSo:\n\n${REPORT}`],
  ["behind the wrong way that it is of", "The client of", `${REPORT}\nThe client of`],
  ['there is no law "law-8"', "breaks law-1", "breaks law-8"],
  [
    'has no region, function, constant or type "wander"',
    "ts wrong src/tree.ts#walk",
    "ts wrong src/tree.ts#wander",
  ],
  ["it is the source itself", "return node + 1", "return x(node)"],
  ["put into src/tree.ts, line", "return node + 1;", "return node +;"],
  ['"walk" is not declared there', /export function walk(?=[^}]*\+ 1)/, "function walk"],
  ['"walk" is not declared there', /export function walk(?=[^}]*\+ 1)/, "export function walks"],
  ["the doc comment is left out", /export function walk(?=[^}]*\+ 1)/, "/** Walks. */\nexport function walk"],
  ["the levels of its headings", "**Way one.**", "### Way one\n\n"],
  ["its fences", "text play last log", "text play last api"],
  ["what stands in its fences", "  return x(node);", "  return y(node);"],
  ["what stands in its fences", "it is 1", "it is 2"],
  ["its laws and exercises", "[law-1](laws.md#law-1)", "[law-6](laws.md#law-1)"],
  ["the claims in its comments", "C-3.8", "C-3.9"],
  ["its links", "See [the format](session-format.md#the-line).", ""],
  ["the figures that are counted", "<!-- n:laws -->5<!-- /n -->", "5"],
  ["the numbers in its tables", "| walk | 20 |", "| walk | 21 |"],
  ["the numbers of its wrong ways", "200 lines", "100 lines"],
  ["the numbers in its words", "2.1.220", "2.1.221"],
];

test.each(FAULTS)("told: %s", async (told, from, to) => {
  const altered = LESSON.en.replace(from, () => to);
  expect(altered).not.toBe(LESSON.en);
  expect((await faultsOf(altered)).join("\n")).toContain(told);
});

test("a page in Japanese leads to Japanese where there is some", async () => {
  const altered = LESSON.ja.replace("session-format.ja.md#行", "session-format.md");
  expect(await faultsOf(altered, JAPANESE)).toEqual([
    expect.stringContaining('"session-format.md" is in English, and there is chapters/session-format.ja.md'),
  ]);
});

test("a wrong way is read with its law, its part and its counterexample", () => {
  expect(
    wrongWaysOf(pageOf(ENGLISH, LESSON.en)).map(({ path, name, law, line }) => [path, name, law, line > 1]),
  ).toEqual([1, 2, 3].map((n) => ["src/tree.ts", "walk", `law-${n}`, true]));
});
