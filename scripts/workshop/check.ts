/**
 * For those who teach, and for CI: is every exercise as it should be? Each starter compiles and fails each of its laws,
 * the project's own source passes them on a bench, and what is said of an exercise is there in both languages.
 */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { referenceOf } from "../parts.ts";
import { fromRoot, openBench, starterOf, type Workplace } from "./bench.ts";
import type { Exercise } from "./exercise.ts";
import { faultsIn } from "./exercise-faults.ts";
import { type LawRun, runLaws } from "./law-run.ts";
import { TypeCheck } from "./type-check.ts";

/** How it is checked. */
export interface Checking {
  readonly place: Workplace;
  /** The time of a learner's run; here, where two run at once, each may take twice as long. */
  readonly seconds: number;
  readonly say: (text: string) => void;
}

/** Processes at the same time. */
const AT_ONCE = 2;
/** All laws of all exercises together may take so many times as long as those of one. */
const ALL_LAWS = 10;

/** Checks all, prints a line for each, and returns the exit code. */
export async function checkExercises(exercises: readonly Exercise[], checking: Checking): Promise<number> {
  const { place, say } = checking;
  const root = place.root;
  // Beside the learner's benches, which are left alone.
  const own: Workplace = { root, folder: join(place.folder, `check-${process.pid}`) };
  const types = new TypeCheck(root);
  let wrong = exercises.length === 0 ? 1 : 0;
  const tell = (name: string, faults: readonly string[], started: number) => {
    if (faults.length > 0) wrong += 1;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    say(`${faults.length === 0 ? "ok    " : "WRONG "} ${name.padEnd(40)} ${seconds} s`);
    for (const fault of faults) say(`         ${fault}`);
  };
  const jobs = [
    async () => {
      const started = Date.now();
      if (exercises.length > 0)
        tell("the solutions, on a bench", await solutionFaults(exercises, own, checking), started);
    },
    ...exercises.map((exercise) => async () => {
      const started = Date.now();
      const written = [...faultsIn(exercise, exercises, root)];
      // What is written wrongly may be what would be run.
      const faults = written.length > 0 ? written : await starterFaults(exercise, own, types, checking);
      tell(exercise.id, faults, started);
    }),
  ];
  const clear = () => rmSync(own.folder, { recursive: true, force: true });
  process.once("exit", clear);
  try {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await job();
      }),
    );
  } finally {
    clear();
    process.off("exit", clear);
  }
  say(`${exercises.length} exercises; ${wrong === 0 ? "all as they should be" : `${wrong} wrong`}.`);
  return wrong === 0 ? 0 : 1;
}

/** A starter compiles, and each of its laws fails on it. */
async function starterFaults(
  exercise: Exercise,
  place: Workplace,
  types: TypeCheck,
  { seconds }: Checking,
): Promise<string[]> {
  const { path } = referenceOf(exercise.hole);
  const text = starterOf(exercise, readFileSync(join(place.root, path), "utf8"));
  const faults = types.faultsOf(new Map([[relative("src", path), text]]));
  if (faults.length > 0) {
    return faults.map(({ line, message }) => `the starter does not compile: ${path}:${line} ${message}`);
  }
  const bench = openBench(exercise, place);
  const subject = fromRoot(place, bench.src);
  const { laws } = exercise;
  const run = await runLaws({
    root: place.root,
    subject,
    laws,
    seconds: seconds * AT_ONCE,
    isUnshrunk: true,
  });
  const broken = run.reports.map(({ id }) => id);
  const whole = laws.filter((id) => !broken.includes(id));
  return [
    ...endFaults(run, "the starter"),
    ...whole.map((id) => `the law ${id} is not broken by the starter`),
  ];
}

/** On a bench that holds the project's own source, all laws hold: so an exercise that is solved so is green. */
async function solutionFaults(
  exercises: readonly Exercise[],
  { root, folder }: Workplace,
  { seconds }: Checking,
): Promise<string[]> {
  const laws = [...new Set(exercises.flatMap((exercise) => exercise.laws))];
  const src = join(folder, "solutions", "src");
  cpSync(join(root, "src"), src, { recursive: true });
  const subject = fromRoot({ root, folder }, src);
  const run = await runLaws({ root, subject, laws, seconds: seconds * ALL_LAWS });
  return [
    ...endFaults(run, "the solution"),
    ...run.reports.map(({ id, because }) => `the law ${id} is broken by the solution: ${because}`),
    ...laws.filter((id) => !run.held.includes(id)).map((id) => `the law ${id} was not seen to hold`),
  ];
}

function endFaults({ end, failures }: LawRun, what: string): string[] {
  return [
    ...(end === "done" ? [] : [`${what} does not come to an end`]),
    ...failures.map(({ title, message }) => `${what} fails beside a law: ${title} ${message}`),
  ];
}
