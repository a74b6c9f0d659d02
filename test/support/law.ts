/**
 * How this project states an invariant: an id, one sentence that is universally true, generators that speak the
 * domain, and a predicate. A failure prints the sentence, the shrunk case, and one line that replays it.
 */
import fc from "fast-check";
import { test } from "vitest";

const DEFAULT_SEED = 20260728;

type Arbitraries<Ts extends unknown[]> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

export interface LawOptions {
  /** Runs in `npm run test:deep`; `npm test` makes two in five of them (`GLASS_RUNS_FACTOR`). */
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

/** Tries a law. Undefined when it held in every run; else the report for a person, and what was thrown. */
export async function tryLaw<Ts extends [unknown, ...unknown[]]>(
  law: Law<Ts>,
  runs: number,
  settings: Settings,
): Promise<{ readonly report: string; readonly cause: unknown } | undefined> {
  const property = fc.asyncProperty(...law.arbitraries, async (...values: Ts) => {
    const verdict = await law.holds(...values);
    return verdict === undefined ? true : (verdict as boolean);
  });
  const path = settings["GLASS_PATH"];
  const details = await fc.check(property, {
    seed: Number(settings["GLASS_SEED"] ?? DEFAULT_SEED),
    numRuns: Math.max(1, Math.round(runs * factorOf(settings))),
    ...(path ? { path } : {}),
  });
  if (!details.failed) return undefined;
  return { report: reportOf(law, details), cause: details.errorInstance };
}

/** The title of a law's test; its id in front is what a replay line and a mutant ask for. */
export function titleOf({ id, sentence }: Pick<Law<[unknown]>, "id" | "sentence">): string {
  return `${id}: ${sentence}`;
}

function factorOf(settings: Settings): number {
  return Number(settings["GLASS_RUNS_FACTOR"] ?? 1);
}

function reportOf<Ts>(law: Pick<Law<[unknown]>, "id" | "sentence">, details: fc.RunDetails<Ts>): string {
  const values = (details.counterexample ?? []) as readonly unknown[];
  const thrown = details.errorInstance;
  const cause = thrown instanceof Error ? thrown.message : String(thrown);
  return [
    `The law does not hold: ${law.sentence}`,
    `Smallest case found (after ${details.numShrinks} shrinks):`,
    ...values.map((value) => indent(fc.stringify(value))),
    "Because:",
    indent(cause),
    `Replay:  GLASS_SEED=${details.seed} GLASS_PATH=${details.counterexamplePath} npx vitest run -t "${law.id}:"`,
  ].join("\n");
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

/** Gives each value of an arbitrary the text that a report shows: a short program, not a nest of braces. */
export function shownAs<T extends object>(
  arbitrary: fc.Arbitrary<T>,
  show: (value: T) => string,
): fc.Arbitrary<T> {
  return arbitrary.map((value) =>
    Object.defineProperty(value, fc.toStringMethod, { value: () => show(value), configurable: true }),
  );
}
