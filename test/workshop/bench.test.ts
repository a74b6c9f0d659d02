/** The bench: a copy of the source with one part to be written, and the learner's own. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Bench, changedOn, linkOf, openBench, resetBench } from "../../scripts/workshop/bench.ts";
import { law, shownAs } from "../support/law.ts";
import { EXERCISE, FAULTY, put, SOURCES, smallProject } from "./small-project.ts";

test("a bench is the source, but for a statement that says whose the part is", () => {
  const bench = openBench(EXERCISE, smallProject());
  expect(textOn(bench, "log/sum.ts")).toBe(`/** Adds up. */
export function sum(numbers: readonly number[]): number {
  throw new Error("04-add-up: this part is yours to write (chapter 4).");
}
`);
  for (const path of ["index.ts", "wire.ts"]) expect(textOn(bench, path)).toBe(SOURCES[path]);
  expect(changedOn(bench).size).toBe(0);
  expect(linkOf(bench)).toBe(".workshop/04-add-up/src/log/sum.ts:2");
});

test("a planted fault stands in the part's place, under the part's own doc comment", () => {
  const place = smallProject();
  const planted = `/** Another comment. */\n${FAULTY.planted}`;
  const text = textOn(openBench({ ...FAULTY, planted }, place), "log/sum.ts");
  expect(text).toBe(`/** Adds up. */\n${FAULTY.planted}\n`);
});

test("a reset keeps every copy beside the file, and a file that is gone comes back", () => {
  const bench = openBench(EXERCISE, smallProject());
  put(bench.src, "log/sum.ts", "first");
  expect(resetBench(bench)).toEqual([".workshop/04-add-up/src/log/sum.ts.bak"]);
  put(bench.src, "log/sum.ts", "second");
  rmSync(join(bench.src, "wire.ts"));
  expect([...changedOn(bench)]).toEqual([
    ["log/sum.ts", "second"],
    ["wire.ts", undefined],
  ]);
  expect(resetBench(bench)).toEqual([".workshop/04-add-up/src/log/sum.ts.bak2"]);
  expect(changedOn(bench).size).toBe(0);
  expect(textOn(bench, "log/sum.ts.bak")).toBe("first");
});

test("what was handed out may be forgotten: then what stands there is taken for the learner's", () => {
  const place = smallProject();
  const bench = openBench(EXERCISE, place);
  put(bench.src, "log/sum.ts", "mine");
  put(place.folder, "04-add-up/handed-out.json", "{");
  openBench(EXERCISE, place);
  expect(textOn(bench, "log/sum.ts")).toBe("mine");
  expect([...changedOn(bench).keys()]).toEqual(["log/sum.ts"]);
});

test("of which source a file was made stays known: it is told until it is handed out anew", () => {
  const place = smallProject();
  put(openBench(EXERCISE, place).src, "log/sum.ts", "mine");
  put(openBench(EXERCISE, place).src, "wire.ts", "mine");
  put(place.root, "src/wire.ts", "export const WIRE = 2;\n");
  for (const _ of ["once", "and again"]) expect(openBench(EXERCISE, place).older).toEqual(["wire.ts"]);
  resetBench(openBench(EXERCISE, place));
  expect(openBench(EXERCISE, place).older).toEqual([]);
});

/** What happens on a bench, or to the source behind it. `file` counts the files of the source. */
interface Deed {
  readonly what: "write" | "folder" | "pull" | "open" | "reset";
  readonly file: number;
}

const anyDeeds = shownAs<Deed[]>(
  fc.array(
    fc.record({
      what: fc.constantFrom<Deed["what"]>("write", "write", "folder", "reset", "reset", "pull", "open"),
      // Mostly the one that is to be written.
      file: fc.constantFrom(1, 1, 1, 0, 2),
    }),
    { minLength: 1, maxLength: 10 },
  ),
  (deeds) => deeds.map(({ what, file }) => `${what} ${Object.keys(SOURCES)[file]}`).join("\n"),
);

law(
  "bench-kept",
  "what stands in a learner's file stays in it, at a reset it goes beside it and stays there, and what was not touched is as it is in the source, however often a bench is opened or reset and whatever becomes of the source",
  [anyDeeds],
  (deeds) => {
    const place = smallProject();
    const bench = openBench(EXERCISE, place);
    const written = new Map<string, string | undefined>();
    const aside: [path: string, text: string | undefined][] = [];
    for (const [at, { what, file }] of deeds.entries()) {
      const path = Object.keys(SOURCES)[file] ?? "";
      const text = `${SOURCES[path]}// ${what} ${at}\n`;
      if (what === "write" || what === "folder") {
        rmSync(join(bench.src, path), { recursive: true });
        if (what === "write") put(bench.src, path, text);
        else mkdirSync(join(bench.src, path));
        written.set(path, what === "write" ? text : undefined);
      } else if (what === "pull") put(place.root, join("src", path), text);
      else if (what === "open") openBench(EXERCISE, place);
      else {
        resetBench(bench);
        aside.push(...written);
        written.clear();
      }
    }
    openBench(EXERCISE, place);
    expect([...changedOn(bench)].sort()).toEqual([...written].sort());
    const kept = Object.keys(SOURCES).flatMap((path) => keptBeside(bench, path).map((text) => [path, text]));
    expect(kept.sort()).toEqual(aside.sort());
    for (const path of Object.keys(SOURCES).filter((each) => !written.has(each) && each !== "log/sum.ts")) {
      expect(textOn(bench, path)).toBe(readFileSync(join(place.root, "src", path), "utf8"));
    }
  },
  { runs: 30 },
);

function textOn(bench: Bench, path: string): string {
  return readFileSync(join(bench.src, path), "utf8");
}

/** Undefined for a folder. */
function keptBeside(bench: Bench, path: string): (string | undefined)[] {
  const kept: (string | undefined)[] = [];
  for (let number = 1; ; number += 1) {
    const beside = `${path}.bak${number === 1 ? "" : number}`;
    if (!existsSync(join(bench.src, beside))) return kept;
    kept.push(statSync(join(bench.src, beside)).isFile() ? textOn(bench, beside) : undefined);
  }
}
