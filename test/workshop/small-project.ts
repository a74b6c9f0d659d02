/** A project of three files for the workshop to be held in, and an exercise cut from one of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Workplace } from "../../scripts/workshop/bench.ts";
import type { Exercise, ExerciseWords } from "../../scripts/workshop/exercise.ts";

const SUM = `/** Adds up. */
export function sum(numbers: readonly number[]): number {
  let all = 0;
  for (const each of numbers) all += each;
  return all;
}
`;

/** What stands in its `src`, by path. */
export const SOURCES: Readonly<Record<string, string>> = {
  "index.ts": 'export { sum } from "./log/sum.ts";\n',
  "log/sum.ts": SUM,
  "wire.ts": "export const WIRE = 1;\n",
};

const words: ExerciseWords = {
  title: "Add up",
  objective: "add numbers up",
  task: "Return the sum.",
  predict: { question: "What is the sum of none?", answer: "Zero." },
  hints: ["Think of a loop.", "Look at `all`.", "all += each"],
};

/** An empty hole. */
export const EXERCISE: Exercise = {
  id: "04-add-up",
  minutes: 5,
  needs: [],
  laws: ["sums-add"],
  hole: "src/log/sum.ts#sum",
  words: { en: words, ja: { ...words, title: "足し算", hints: ["ループ", "変数", "コード"] } },
};

/** A planted fault. */
export const FAULTY: Exercise = {
  ...EXERCISE,
  id: "04-lost-one",
  planted: "export function sum(numbers: readonly number[]): number {\n  return numbers[0] ?? 0;\n}",
  report: { number: 45, seen: { en: "It counts one only.", ja: "1つしか数えません。" } },
};

/** The project in a folder that is gone when the test is. */
export function smallProject(): Workplace {
  const root = mkdtempSync(join(tmpdir(), "glass-workshop-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(SOURCES)) put(root, join("src", path), text);
  put(root, "test/sum.test.ts", 'law(\n"sums-add", "a sum is all of its numbers", [], () => {});\n');
  mkdirSync(join(root, "chapters"));
  return { root, folder: join(root, ".workshop") };
}

/** Writes a file of the project. */
export function put(root: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
