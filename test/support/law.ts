/**
 * How this project states an invariant: an id, one sentence that is universally true, generators that speak the
 * domain, and a predicate. A failure prints the sentence, the shrunk case, and one line that replays it.
 */
import fc from "fast-check";
import { test } from "vitest";

const SEED = Number(process.env["GLASS_SEED"] ?? 20260728);
const FACTOR = Number(process.env["GLASS_RUNS_FACTOR"] ?? 1);

type Arbitraries<Ts extends unknown[]> = { [K in keyof Ts]: fc.Arbitrary<Ts[K]> };

export interface LawOptions {
  /** Runs in `npm test`; the deep campaign multiplies it (`GLASS_RUNS_FACTOR`). */
  runs?: number;
  /** Milliseconds for the whole law, before the factor. */
  timeout?: number;
}

/** States a law: registers one test titled `id: sentence` that checks the property under the fixed seed. */
export function law<Ts extends [unknown, ...unknown[]]>(
  id: string,
  sentence: string,
  arbitraries: Arbitraries<Ts>,
  holds: (...values: Ts) => unknown,
  options: LawOptions = {},
): void {
  const runs = Math.max(1, Math.round((options.runs ?? 100) * FACTOR));
  const timeout = (options.timeout ?? 20_000) * Math.max(1, FACTOR);
  test(`${id}: ${sentence}`, { timeout }, async () => {
    const property = fc.asyncProperty(...arbitraries, async (...values: Ts) => {
      const verdict = await holds(...values);
      return verdict === undefined ? true : (verdict as boolean);
    });
    const path = process.env["GLASS_PATH"];
    const details = await fc.check(property, {
      seed: SEED,
      numRuns: runs,
      ...(path ? { path } : {}),
    });
    if (details.failed) throw new Error(report(id, sentence, details), { cause: details.errorInstance });
  });
}

function report<Ts>(id: string, sentence: string, details: fc.RunDetails<Ts>): string {
  const values = (details.counterexample ?? []) as readonly unknown[];
  const shown = values.map((value) => fc.stringify(value)).join("\n  ");
  const cause =
    details.errorInstance instanceof Error ? details.errorInstance.message : "the predicate said no";
  return [
    `The law does not hold: ${sentence}`,
    `Smallest case found (after ${details.numShrinks} shrinks):`,
    `  ${shown}`,
    `Because: ${cause}`,
    `Replay:  GLASS_SEED=${details.seed} GLASS_PATH=${details.counterexamplePath} npx vitest run -t "${id}:"`,
  ].join("\n");
}
