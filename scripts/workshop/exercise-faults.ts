/** What is wrong with an exercise as it is written, before anything is run. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "../chapter/chapter.ts";
import { referenceOf } from "../parts.ts";
import { starterOf } from "./bench.ts";
import type { Exercise } from "./exercise.ts";
import { filesStating } from "./law-process.ts";

const ID = /^0[1-7]-[a-z0-9]+(-[a-z0-9]+)*$/;
const CHAPTER = /^chapter [1-7]$/;

/** One sentence for each fault; none where it is as it should be. */
export function faultsIn(exercise: Exercise, all: readonly Exercise[], root: string): string[] {
  const { id, minutes, needs, laws, report, planted } = exercise;
  const ids = all.map((each) => each.id);
  const strangers = needs.filter((need) => need === id || !(ids.includes(need) || CHAPTER.test(need)));
  return [
    ...(ID.test(id) ? [] : ["its id is not a chapter's number and words in small letters"]),
    ...(ids.filter((each) => each === id).length === 1 ? [] : ["another exercise has the same id"]),
    ...(minutes > 0 ? [] : ["it takes no time"]),
    ...strangers.map((need) => `it needs "${need}", which is neither an exercise nor "chapter N"`),
    ...(laws.length > 0 ? lawFaults(root, laws) : ["no law grades it"]),
    ...wordFaults(exercise),
    ...holeFaults(exercise, root),
    ...((planted !== undefined) === (report !== undefined)
      ? []
      : ["a planted fault names the bug report that it stands for, and nothing else does"]),
    ...(report && !isKnownReport(root, report.number)
      ? [`nothing in the project names bug report ${report.number}`]
      : []),
  ];
}

function lawFaults(root: string, laws: readonly string[]): string[] {
  try {
    filesStating(root, laws);
    return [];
  } catch (error) {
    return [String((error as Error).message)];
  }
}

function holeFaults(exercise: Exercise, root: string): string[] {
  try {
    const text = readFileSync(join(root, referenceOf(exercise.hole).path), "utf8");
    return starterOf(exercise, text) === text ? ["what is handed out is the solution"] : [];
  } catch (error) {
    return [`its hole cannot be cut: ${(error as Error).message}`];
  }
}

/** Each word is there, in each language, and is not the other language's. */
function wordFaults({ words, report }: Exercise): string[] {
  const said = LANGUAGES.map((language) => {
    const { title, objective, task, predict, hints } = words[language];
    const seen = report ? { "what users saw": report.seen[language] } : {};
    const all: Record<string, string> = {
      title,
      objective,
      task,
      question: predict.question,
      answer: predict.answer,
      ...seen,
    };
    for (const [at, hint] of hints.entries()) all[`hint ${at + 1}`] = hint;
    return { language, all, hints: hints.length };
  });
  const faults = said.flatMap(({ language, all, hints }) => [
    ...Object.entries(all).flatMap(([name, text]) =>
      text.trim() === "" ? [`${name} (${language}) is empty`] : [],
    ),
    ...(hints === 3 ? [] : [`there are ${hints} hints (${language}) and not three`]),
  ]);
  const [en, ja] = said;
  const same = Object.keys(en?.all ?? {}).filter(
    (name) => name !== "title" && en?.all[name] === ja?.all[name],
  );
  return [...faults, ...same.map((name) => `${name} is the same in both languages`)];
}

/** A report is known where the source or a test is written after it: `bug report 45`, or a row of `test/bugs`. */
function isKnownReport(root: string, number: number): boolean {
  const named = new RegExp(`bug reports? (\\d+(, | and ))*${number}\\b`);
  const row = new RegExp(`^\\s*${number} \\w`, "m");
  return ["src", "mock-api", "test"].some((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .some((name) => {
        const text = readFileSync(join(root, folder, name), "utf8");
        return named.test(text) || (name.startsWith("bugs/") && row.test(text));
      }),
  );
}
