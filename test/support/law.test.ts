/** A law that does not hold tells how it is broken, as a short program, and how to see it again. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { languageOf } from "#src/terminal/language.ts";
import { type Law, shownAs, titleOf, tryLaw } from "./law.ts";
import { contrast, contrastIn } from "./law-contrast.ts";
import { drawContrast } from "./law-drawn.ts";
import { counterexampleOf, leftTrying, readReports, textOf } from "./law-report.ts";
import { rowsOfTree } from "./law-tree.ts";
import { LAW_WORDS, placeOf } from "./law-words.ts";

interface Steps {
  readonly prompts: readonly number[];
}

const anySteps = shownAs<Steps>(
  fc.record({ prompts: fc.array(fc.nat(99), { maxLength: 20 }) }),
  ({ prompts }) => prompts.map((prompt, index) => `> m${index} ${prompt}`).join("\n"),
);

/** Broken by any two prompts of which the first is at least 7. */
function brokenLaw(seen: Steps[]): Law<[Steps]> {
  return {
    id: "all-small",
    sentence: "prompts are small or few",
    arbitraries: [anySteps],
    holds: (steps) => {
      seen.push(steps);
      expect(steps.prompts.length < 2 || (steps.prompts[0] ?? 0) < 7).toBe(true);
    },
  };
}

test("a broken law reports its sentence, the smallest case as a program, the cause and a line that replays it", async () => {
  const failure = await tryLaw(brokenLaw([]), 100, {});
  const [sentence, found, ...rest] = failure?.report.split("\n") ?? [];
  expect(sentence).toBe("The law does not hold: prompts are small or few");
  expect(found).toMatch(/^Smallest case found \(after \d+ shrinks\):$/);
  expect(rest.slice(0, 4)).toEqual([
    "  > m0 7",
    "  > m1 0",
    "Because:",
    "  expected false to be true // Object.is equality",
  ]);
  expect(rest.at(-1)).toMatch(
    /^Replay: {2}GLASS_SEED=-?\d+ GLASS_PATH=[\d:]+ npx vitest run -t "all-small:"$/,
  );
});

test("the replay line leads to the smallest case at once", async () => {
  const failure = await tryLaw(brokenLaw([]), 100, {});
  const [, seed, path] = /GLASS_SEED=(\S+) GLASS_PATH=(\S+)/.exec(failure?.report ?? "") ?? [];
  const seen: Steps[] = [];
  const again = await tryLaw(brokenLaw(seen), 100, { GLASS_SEED: seed, GLASS_PATH: path });
  expect(seen[0]?.prompts).toEqual([7, 0]);
  expect(again?.report).toContain("  > m0 7\n  > m1 0\n");
});

test("the title begins with the id that the replay line asks for", () => {
  expect(titleOf({ id: "all-small", sentence: "prompts are small" })).toBe("all-small: prompts are small");
});

test("a law that holds reports nothing, and a predicate may also say no", async () => {
  const always = {
    id: "x",
    sentence: "y",
    arbitraries: [anySteps] as [fc.Arbitrary<Steps>],
    holds: () => true,
  };
  expect(await tryLaw(always, 10, {})).toBeUndefined();
  const failure = await tryLaw({ ...always, holds: () => false }, 10, {});
  expect(failure?.report).toContain("Because:\n  Property failed by returning false\n");
});

test("the deep campaign multiplies the runs", async () => {
  const seen: Steps[] = [];
  const counting = { ...brokenLaw(seen), holds: (steps: Steps) => void seen.push(steps) };
  await tryLaw(counting, 10, { GLASS_RUNS_FACTOR: "3" });
  expect(seen).toHaveLength(30);
});

test("the report is left as data too: the first of a law, and meanwhile the case that is being tried", async () => {
  const folder = emptyFolder();
  const settings = { GLASS_REPORTS: folder, GLASS_SUBJECT: ".workshop/x/src" };
  const trying: unknown[] = [];
  const law = brokenLaw([]);
  const holds = (steps: Steps) => {
    trying.push(leftTrying(folder));
    law.holds(steps);
  };
  const failure = await tryLaw({ ...law, holds }, 100, settings);
  const [report, ...more] = readReports(folder);
  expect(more).toEqual([]);
  expect(report).toMatchObject({
    version: 1,
    id: "all-small",
    case: ["> m0 7\n> m1 0"],
    subject: ".workshop/x/src",
  });
  expect(report?.raw).toContain("prompts: [ 7, 0 ]");
  expect(report && textOf(report)).toBe(failure?.report);
  expect(report && textOf({ ...report, id: "newest-leaf" })).toContain(
    "\nChapter: chapters/04-session-log.md\n",
  );
  const beyond = report && textOf({ ...report, id: "typed-as-is" }, "ja");
  expect(beyond).toContain("\n章: chapters/laws.ja.md#typed-as-is\n");
  expect(failure?.report).toContain("GLASS_SUBJECT=.workshop/x/src GLASS_SEED=");
  expect(trying.at(-1)).toMatchObject({ id: "all-small" });
  await tryLaw({ ...law, sentence: "another" }, 100, settings);
  expect(readdirSync(folder)).toEqual(["all-small.json"]);
});

test("the first case that breaks a law is the last one tried, where that is asked for", async () => {
  const seen: Steps[] = [];
  const failure = await tryLaw(brokenLaw(seen), 100, { GLASS_UNSHRUNK: "1" });
  expect(failure?.report).toContain("Smallest case found (after 0 shrinks):");
});

const nodes = [
  { id: "u1", parent: null },
  { id: "a1", parent: "u1" },
  { id: "u2", parent: "a1" },
  { id: "u3", parent: "a1" },
];

test("two trees stand side by side, the path numbered, the leaf and the first row that differs marked", async () => {
  const law = {
    id: "x",
    sentence: "y",
    arbitraries: [anySteps] as [fc.Arbitrary<Steps>],
    holds: () =>
      contrast("the path is another one", {
        expected: { nodes, leaf: "u3", path: ["u1", "a1", "u3"] },
        got: { nodes, leaf: "u2", path: ["u1", "a1", "u2"] },
      }),
  };
  const folder = emptyFolder();
  const failure = await tryLaw(law, 1, { GLASS_REPORTS: folder });
  const drawn = [
    "  Expected       Got",
    "  1 u1           1 u1",
    "  2 a1           2 a1",
    "▸ ├─· u2         ├─3 u2 ◂ leaf",
    "  3 u3 ◂ leaf    · u3",
  ].join("\n");
  expect(failure?.report).toContain(`Because:\n  the path is another one\n${drawn}\nReplay:`);
  const [report] = readReports(folder);
  const japanese = report ? counterexampleOf(report, "ja") : "";
  expect(japanese).toContain("理由:\n  経路が違います\n  期待         実際\n");
});

test("a tree is drawn to its end whatever names whatever: rings, what is missing, what stands on the path and nowhere else", () => {
  const ring = [
    { id: "a", parent: "b" },
    { id: "b", parent: "a" },
    { id: "c", parent: "ghost" },
    { id: "d", parent: "d" },
  ];
  expect(rowsOfTree({ nodes: ring, path: ["a", "x", "?ghost", "a"] }, "leaf")).toEqual([
    "3 ?ghost",
    "· c",
    "1,4 ↻ a",
    "· b",
    "· ↻ d",
    "2 x",
  ]);
});

test("of what an assertion compared, the first difference is shown: of two lists the item, of two texts the character", () => {
  const drawn = (check: () => void) => {
    try {
      check();
    } catch (error) {
      const found = contrastIn(error);
      return found && drawContrast(found, LAW_WORDS.en, 60);
    }
    return undefined;
  };
  expect(drawn(() => expect([{ a: 1 }, "m2"]).toEqual([{ a: 1 }, "m3", "m4"]))).toEqual([
    '  1 {"a":1}',
    "▸ 2 Expected  m3",
    "    Got       m2",
    "               ^ from character 2 on",
    "  then 1 more were expected, and 0 more came",
  ]);
  expect(drawn(() => expect(["a"]).toEqual([]))).toEqual(["▸ 1 Expected  (nothing more)", "    Got       a"]);
  expect(drawn(() => expect(`${"長".repeat(50)}x`).toBe(`${"長".repeat(50)}y`))).toEqual([
    `  Expected  …${"長".repeat(12)}y`,
    `  Got       …${"長".repeat(12)}x`,
    `${" ".repeat(37)}^ from character 51 on`,
  ]);
  expect(drawn(() => expect(1).toBe(2))).toBeUndefined();
});

test("a law's sentence and page come from the list of the chapters, where it is there and names the law", () => {
  const chapters = emptyFolder();
  expect(placeOf("all-small", "ja", chapters)).toEqual({});
  const list = (title: string, sentence: string) =>
    `## 4 · ${title}\n\n| <a id="all-small"></a>\`all-small\` | ${sentence} |\n`;
  writeFileSync(join(chapters, "laws.md"), list("Tree", "prompts are small"));
  mkdirSync(join(chapters, "other"));
  expect(placeOf("all-small", "en", chapters)).toEqual({ sentence: "prompts are small" });
  for (const page of ["04-tree.md", "04-tree.ja.md"]) writeFileSync(join(chapters, page), "");
  writeFileSync(join(chapters, "laws.ja.md"), list("木", "プロンプトは小さい"));
  expect(placeOf("all-small", "en", chapters).page).toBe("chapters/04-tree.md");
  expect(placeOf("all-small", "ja", chapters)).toEqual({
    sentence: "プロンプトは小さい",
    page: "chapters/04-tree.ja.md",
  });
  expect(placeOf("small", "en", chapters)).toEqual({});
});

test("the language is the first that is set", () => {
  expect(languageOf({})).toBe("en");
  expect(languageOf({ LANG: "ja_JP.UTF-8" })).toBe("ja");
  expect(languageOf({ HARNESS_LANG: "en", LANG: "ja_JP.UTF-8" })).toBe("en");
  expect(languageOf({ HARNESS_LANG: "", LC_ALL: "ja_JP" })).toBe("ja");
  expect(languageOf({ LC_MESSAGES: "ja_JP.UTF-8", LANG: "en_US.UTF-8" })).toBe("ja");
  expect(languageOf({ LC_ALL: "C.UTF-8", LANG: "ja_JP.UTF-8" })).toBe("en");
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "glass-law-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
