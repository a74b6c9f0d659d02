/** Grades a bench: what state the exercise is in, and what there is to show for it. */
import { existsSync } from "node:fs";
import { relative } from "node:path";
import type { LawReport } from "../../test/support/law-report.ts";
import { referenceOf } from "../parts.ts";
import { type Bench, changedOn, fromRoot } from "./bench.ts";
import type { LawsOf } from "./law-process.ts";
import { type Failure, type LawRun, runLaws } from "./law-run.ts";
import { type Changed, importersOf, poorerOf, type TypeCheck, type TypeFault } from "./type-check.ts";

/** What a run came to. */
export type Outcome =
  /** The hole is as it was handed out; what the laws say of a planted fault. */
  | { readonly state: "not-begun"; readonly reports: readonly LawReport[] }
  /** Files of the bench are not there any more, from `src`. */
  | { readonly state: "file-gone"; readonly paths: readonly string[] }
  | { readonly state: "type-error"; readonly faults: readonly TypeFault[] }
  /** `fresh`: the laws held, and one is broken by the fresh seed. */
  | { readonly state: "law-broken"; readonly reports: readonly LawReport[]; readonly isFresh: boolean }
  /** Something fails that is no law: it throws before a law is tried, or a file cannot be loaded. */
  | { readonly state: "failed"; readonly failures: readonly Failure[] }
  /** It did not come to its end in `seconds`, or took all memory: then a loop has no end. */
  | {
      readonly state: "time-out";
      readonly seconds: number;
      readonly isFull: boolean;
      readonly trying: LawRun["trying"];
    }
  /** All laws hold, under their own seed and under a fresh one. */
  | { readonly state: "green"; readonly seed: number }
  /** It was called off, because the file was saved again. */
  | { readonly state: "left" };

/** The states that can be told of an exercise afterwards. */
export type State = Exclude<Outcome["state"], "left">;

/** With what it is graded. */
export interface Grading {
  readonly types: Pick<TypeCheck, "faultsOf">;
  readonly seconds: number;
  /** A seed that nobody could have written an answer for. */
  readonly freshSeed: () => number;
  readonly signal?: AbortSignal;
  /** Told when the laws are tried: the types are right. */
  readonly onTrying?: (laws: readonly string[]) => void;
  /** Tries laws; left out: on the bench, in processes of their own. */
  readonly tryLaws?: (asked: LawsOf) => Promise<LawRun>;
}

/** Grades it: first what is there, then its types, then the laws, then the laws once more under a fresh seed. */
export async function grade(bench: Bench, grading: Grading): Promise<Outcome> {
  // Somebody has taken the bench itself away.
  if (!existsSync(bench.src)) return { state: "file-gone", paths: [holeFile(bench)] };
  const changed = changedOn(bench);
  const isUntouched = changed.size === 0;
  // An empty hole has nothing to try; a planted fault is met by seeing what it breaks.
  if (isUntouched && bench.exercise.planted === undefined) return { state: "not-begun", reports: [] };
  const gone = [...changed].filter(([, text]) => text === undefined).map(([path]) => path);
  if (gone.length > 0) return { state: "file-gone", paths: gone };
  const { root } = bench.place;
  const texts = changed as Changed;
  const importers = importersOf(root, poorerOf(root, texts)).filter((path) => !texts.has(path));
  const faults = grading.types.faultsOf(texts, importers);
  if (faults.length > 0) return { state: "type-error", faults };
  grading.onTrying?.(bench.exercise.laws);
  const first = outcomeOf(bench, await tried(bench, grading), grading);
  if (isUntouched && (!first || first.state === "law-broken")) {
    return { state: "not-begun", reports: first?.reports ?? [] };
  }
  if (first) return first;
  const seed = grading.freshSeed();
  const again = outcomeOf(bench, await tried(bench, grading, seed), grading, true);
  return again ?? { state: "green", seed };
}

function tried({ exercise, place, src }: Bench, grading: Grading, seed?: number): Promise<LawRun> {
  const { seconds, signal, tryLaws = runLaws } = grading;
  return tryLaws({
    root: place.root,
    subject: fromRoot(place, src),
    laws: exercise.laws,
    seconds,
    ...(seed === undefined ? {} : { seed }),
    ...(signal ? { signal } : {}),
  });
}

/** What a run of the laws says; undefined where all of them held. */
function outcomeOf(bench: Bench, run: LawRun, { seconds }: Grading, isFresh = false): Outcome | undefined {
  const { end, reports, failures, held, trying } = run;
  if (end === "left") return { state: "left" };
  if (reports.length > 0) {
    const isUnwritten = reports.every(({ because }) => because.startsWith(`${bench.exercise.id}: `));
    return isUnwritten ? { state: "not-begun", reports: [] } : { state: "law-broken", reports, isFresh };
  }
  if (end === "late" || end === "full") return { state: "time-out", seconds, isFull: end === "full", trying };
  if (failures.length > 0) return { state: "failed", failures };
  const untried = bench.exercise.laws.filter((id) => !held.includes(id));
  if (untried.length === 0) return undefined;
  return {
    state: "failed",
    failures: untried.map((title) => ({ title, message: "The law was not tried." })),
  };
}

/** Where a fault of the types stands, from the root. */
export function placeOfFault({ place, src }: Bench, { path, line }: TypeFault): string {
  return `${fromRoot(place, src)}/${path}:${line}`;
}

/** The file that is to be edited, from `src`. */
export function holeFile({ exercise }: Bench): string {
  return relative("src", referenceOf(exercise.hole).path);
}
