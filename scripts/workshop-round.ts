/**
 * One exercise as a learner does it, with the real laws in real processes: not begun, a type error, an endless loop, a law
 * that is broken, a throw before any law, and the project's own file, which is green. Each has to be told as what it is.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { painter } from "#src/terminal/style.ts";
import { type Bench, statementOf } from "./workshop/bench.ts";
import { Desk } from "./workshop/desk.ts";
import type { Exercise } from "./workshop/exercise.ts";
import { loadExercises } from "./workshop/exercises.ts";
import { holeFile, type Outcome } from "./workshop/grade.ts";
import { outcomeText } from "./workshop/outcome-text.ts";
import { TypeCheck } from "./workshop/type-check.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ID = "04-walk-the-path";
/** Enough for a run on a busy machine, and soon over for the loop. */
const SECONDS = 60;
const LOOP_SECONDS = 10;

const exercise = (await loadExercises(join(ROOT, "chapters"))).find(({ id }) => id === ID);
if (!exercise) throw new Error(`There is no exercise ${ID} to play the learner with.`);
const place = { root: ROOT, folder: join(ROOT, ".workshop", `round-${process.pid}`) };
const types = new TypeCheck(ROOT);

function deskFor(only: Exercise, seconds: number): Desk {
  const grading = { types, seconds, freshSeed: () => 4711 };
  return new Desk({ place, exercises: [only], grading, now: () => new Date() });
}

/** What is written in the hole's place, and what that has to be told as. */
const STEPS: readonly (readonly [what: string, state: Outcome["state"], edit: (file: string) => string])[] = [
  ["as it was handed out", "not-begun", (file) => file],
  ["another type", "type-error", (file) => file.replace(statementOf({ id: ID }), "return 1;")],
  ["an endless loop", "time-out", (file) => file.replace(statementOf({ id: ID }), "for (;;) {}")],
  ["an empty path", "law-broken", (file) => file.replace(statementOf({ id: ID }), "return [];")],
  ["a throw at once", "failed", (file) => `${file}throw new Error("early");\n`],
  ["the project's own", "green", () => readFileSync(join(ROOT, "src", "log", "path.ts"), "utf8")],
];

async function step(bench: Bench, handedOut: string, at: number): Promise<boolean> {
  const [what, wanted, edit] = STEPS[at] ?? STEPS[0] ?? [];
  if (!what || !wanted || !edit) return false;
  const started = Date.now();
  writeFileSync(join(bench.src, holeFile(bench)), edit(handedOut));
  const desk = deskFor(bench.exercise, wanted === "time-out" ? LOOP_SECONDS : SECONDS);
  const outcome = await desk.run(bench);
  const isRight = outcome.state === wanted;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${isRight ? "ok    " : "WRONG "} ${what.padEnd(24)} ${outcome.state.padEnd(12)} ${seconds} s`);
  const look = { language: "en" as const, paint: painter(false), width: 100 };
  if (!isRight) console.log(outcomeText(bench, outcome, look));
  return isRight;
}

try {
  const bench = deskFor(exercise, SECONDS).open(exercise);
  const handedOut = readFileSync(join(bench.src, holeFile(bench)), "utf8");
  for (const at of STEPS.keys()) if (!(await step(bench, handedOut, at))) process.exitCode = 1;
} finally {
  rmSync(place.folder, { recursive: true, force: true });
}
