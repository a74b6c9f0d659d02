/**
 * How this project states an invariant: an id, one sentence that is universally true, generators that speak the
 * domain, and a predicate. A failure prints the sentence, the shrunk case, and one line that replays it.
 */
import { inspect } from "node:util";
import fc from "fast-check";
import { test } from "vitest";
import { languageOf } from "#src/terminal/language.ts";
import { contrastIn } from "./law-contrast.ts";
import { doneTrying, type LawReport, leaveReport, sayTrying, textOf } from "./law-report.ts";

const DEFAULT_SEED = 20260728;

type Arbitraries<Ts extends unknown[]> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

export interface LawOptions {
  /** Runs in `npm run test:deep`; `npm test` makes a little over a third of them (`GLASS_RUNS_FACTOR`). */
  runs?: number;
  /** Milliseconds for the whole law, before the factor. */
  timeout?: number;
}

/** One invariant: what it is called, what it says, and how it is tried. */
export interface Law<Ts extends [unknown, ...unknown[]]> {
  readonly id: string;
  readonly sentence: string;
  readonly arbitraries: Arbitraries<Ts>;
  /** Throws or returns false for a case that breaks the law. */
  readonly holds: (...values: Ts) => unknown;
}

/** What of the environment a run depends on. */
type Settings = Readonly<Record<string, string | undefined>>;

/** States a law: registers one test titled `id: sentence` that checks the property under the fixed seed. */
export function law<Ts extends [unknown, ...unknown[]]>(
  id: string,
  sentence: string,
  arbitraries: Arbitraries<Ts>,
  holds: (...values: Ts) => unknown,
  options: LawOptions = {},
): void {
  const timeout = (options.timeout ?? 20_000) * Math.max(1, factorOf(process.env));
  test(titleOf({ id, sentence }), { timeout }, async () => {
    const failure = await tryLaw({ id, sentence, arbitraries, holds }, options.runs ?? 100, process.env);
    if (failure) throw new Error(failure.report, { cause: failure.cause });
  });
}

/**
 * Tries a law. Undefined when it held in every run; else the report for a person, and what was thrown. Where
 * `GLASS_REPORTS` names a folder, the report is left in it as data too, and meanwhile the case that is being tried.
 */
export async function tryLaw<Ts extends [unknown, ...unknown[]]>(
  law: Law<Ts>,
  runs: number,
  settings: Settings,
): Promise<{ readonly report: string; readonly cause: unknown } | undefined> {
  const folder = settings["GLASS_REPORTS"];
  const property = fc.asyncProperty(...law.arbitraries, async (...values: Ts) => {
    if (folder) sayTrying(folder, law.id, values.map((value) => fc.stringify(value)).join("\n"));
    const verdict = await law.holds(...values);
    return verdict === undefined ? true : (verdict as boolean);
  });
  const path = settings["GLASS_PATH"];
  const details = await fc.check(property, {
    seed: Number(settings["GLASS_SEED"] ?? DEFAULT_SEED),
    numRuns: Math.max(1, Math.round(runs * factorOf(settings))),
    endOnFailure: settings["GLASS_UNSHRUNK"] === "1",
    ...(path ? { path } : {}),
  });
  if (folder) doneTrying(folder, law.id);
  if (!details.failed) return undefined;
  const report = reportOf(law, details, settings["GLASS_SUBJECT"]);
  if (folder) leaveReport(folder, report);
  return { report: textOf(report, languageOf(settings)), cause: details.errorInstance };
}

/** The title of a law's test; its id in front is what a replay line and a mutant ask for. */
export function titleOf({ id, sentence }: Pick<Law<[unknown]>, "id" | "sentence">): string {
  return `${id}: ${sentence}`;
}

function factorOf(settings: Settings): number {
  return Number(settings["GLASS_RUNS_FACTOR"] ?? 1);
}

function reportOf<Ts>(
  { id, sentence }: Pick<Law<[unknown]>, "id" | "sentence">,
  details: fc.RunDetails<Ts>,
  subject: string | undefined,
): LawReport {
  const values = (details.counterexample ?? []) as readonly unknown[];
  const thrown = details.errorInstance;
  const contrast = contrastIn(thrown);
  return {
    version: 1,
    id,
    sentence,
    case: values.map((value) => fc.stringify(value)),
    raw: inspect(values, { depth: 12, maxArrayLength: 200 }),
    because: thrown instanceof Error ? thrown.message : String(thrown),
    ...(contrast ? { contrast } : {}),
    seed: details.seed,
    path: details.counterexamplePath ?? "",
    runs: details.numRuns,
    shrinks: details.numShrinks,
    ...(subject ? { subject } : {}),
  };
}

/** Gives each value of an arbitrary the text that a report shows: a short program, not a nest of braces. */
export function shownAs<T extends object>(
  arbitrary: fc.Arbitrary<T>,
  show: (value: T) => string,
): fc.Arbitrary<T> {
  return arbitrary.map((value) => shown(value, show));
}

/** Gives a value the text that a report shows. */
export function shown<T extends object>(value: T, show: (value: T) => string): T {
  return Object.defineProperty(value, fc.toStringMethod, { value: () => show(value), configurable: true });
}
