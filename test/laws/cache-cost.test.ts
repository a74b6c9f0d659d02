/** What our markers cost beside the cheapest that there are (D-19). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CacheTtl } from "#src/index.ts";
import { replay } from "../support/cache-replay.ts";
import { cheapest, markedAt, type Rates, ratesOf } from "../support/cheapest-markers.ts";
import { law } from "../support/law.ts";
import { anyLongSession, type Billed, playLong } from "../support/long-sessions.ts";

const MODEL = "claude-opus-5";
const anyTtl = fc.constantFrom<CacheTtl>("1h", "5m");

law(
  "markers-cheapest",
  "over 20 steps or more our markers cost at most 1.05 times the cheapest placement, what the last request writes left out",
  [anyLongSession, anyTtl],
  async (steps, ttl) => {
    const billed = await playLong(steps, ttl);
    const rates = ratesOf(MODEL, ttl);
    const best = cheapest(
      billed.map(({ request }) => request),
      rates,
    );
    expect(priceOf(billed, rates) / best.cost).toBeLessThanOrEqual(1.05);
  },
  { runs: 6 },
);

/** Nobody can know that a request is the last one: what it writes, and nobody reads, is paid as fresh here. */
function priceOf(billed: readonly Billed[], rates: Rates): number {
  return billed.reduce((sum, { read, written, fresh }, index) => {
    const write = index === billed.length - 1 ? rates.fresh : rates.write;
    return sum + read * rates.read + written * write + fresh * rates.fresh;
  }, 0);
}

test("the search is right: the mock bills its placement as it says, and no marker less is as cheap", async () => {
  const [steps = []] = fc.sample(anyLongSession, { numRuns: 1, seed: 7 });
  const requests = (await playLong(steps, "1h")).map(({ request }) => request);
  const rates = ratesOf(MODEL, "1h");
  const best = cheapest(requests, rates);
  const placed = requests.map((request, index) => {
    const { read = 0, kept = 0 } = best.ends[index] ?? {};
    return markedAt(request, [read, kept], "1h");
  });
  const bill = async (bodies: typeof placed) => {
    const exchanges = await replay(bodies);
    return exchanges.reduce((sum, { call: { tokens } }) => {
      const { cache_read_input_tokens: read, cache_creation_input_tokens: written, input_tokens } = tokens;
      return sum + read * rates.read + written * rates.write + input_tokens * rates.fresh;
    }, 0);
  };
  expect(await bill(placed)).toBeCloseTo(best.cost, 9);
  const without = placed.map((request, index) => (index === 9 ? markedAt(request, [], "1h") : request));
  expect(await bill(without)).toBeGreaterThan(best.cost);
});
