/** Measuring side by side: every contender in every round, so that what the machine does meanwhile meets them all. */

/** Something whose speed is compared with that of the others. */
export interface Contender {
  readonly name: string;
  /** Does the thing once. */
  run(): Promise<void>;
  open?(): Promise<void>;
  close?(): Promise<void>;
}

/** What came of a contender: the median over the rounds. */
export interface Rate {
  readonly name: string;
  /** Runs a second. */
  readonly perSecond: number;
}

/** How often each contender is measured. */
export const ROUNDS = 7;
const ROUND_MS = 250;

/** Measures the contenders one after another, round by round. The first, unmeasured round warms them up. */
export async function ratesOf(contenders: readonly Contender[]): Promise<Rate[]> {
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const contender of contenders) {
      await contender.open?.();
      const perSecond = await rateOf(contender);
      await contender.close?.();
      if (round > 0) rates.get(contender.name)?.push(perSecond);
    }
  }
  return contenders.map(({ name }) => ({ name, perSecond: median(rates.get(name) ?? []) }));
}

async function rateOf({ run }: Contender): Promise<number> {
  await run();
  const start = performance.now();
  let runs = 0;
  while (performance.now() - start < ROUND_MS) {
    await run();
    runs += 1;
  }
  return (runs * 1_000) / (performance.now() - start);
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A table: each contender's rate, and its time as a multiple of the baseline's. */
export function tableOf(title: string, baseline: string, rates: readonly Rate[]): string {
  const base = rates.find(({ name }) => name === baseline)?.perSecond ?? Number.NaN;
  const width = Math.max(...rates.map(({ name }) => name.length));
  const rows = rates.map(({ name, perSecond }) => {
    const ratio = name === baseline ? "baseline" : `${(base / perSecond).toFixed(2)} x the time`;
    return `  ${name.padEnd(width)}  ${perSecond.toFixed(0).padStart(7)} /s  ${ratio}`;
  });
  return [title, ...rows].join("\n");
}
