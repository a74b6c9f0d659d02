/** What usages cost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type BilledUsage, cost } from "../../mock-api/index.ts";
import { law } from "../support/law.ts";

test("for example: a step of Opus 5.5 that reads nearly all of its prompt", () => {
  const bill = cost(
    billed({ fresh: 200, short: 1_000, long: 0, read: 50_000, output: 300 }),
    "claude-opus-5-5",
  );
  expect(bill.total).toBeCloseTo(0.0008 + 0.005 + 0.01 + 0.006, 12);
});

interface Counts {
  fresh: number;
  short: number;
  long: number;
  read: number;
  output: number;
}

function billed({ fresh, short, long, read, output }: Counts): BilledUsage {
  return {
    input_tokens: fresh,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long },
    output_tokens: output,
  };
}

const anyPriced = fc.constantFrom(
  "claude-fable-5-2",
  "claude-fable-5-1",
  "claude-opus-5-5",
  "claude-opus-5",
  "claude-sonnet-5-5",
  "claude-sonnet-5",
  "claude-haiku-5-5",
  "claude-haiku-4-5-20251001",
);
// Both together stay below the length from which Haiku 5.5 has another price.
const anyCount = fc.nat(12_000);
const anyCounts: fc.Arbitrary<Counts> = fc.record({
  fresh: anyCount,
  short: anyCount,
  long: anyCount,
  read: anyCount,
  output: anyCount,
});

law(
  "cost-adds-up",
  "two usages of one price tier cost together what they cost apart, and a total is the sum of its parts",
  [anyPriced, anyCounts, anyCounts],
  (model, one, other) => {
    const both = {
      fresh: one.fresh + other.fresh,
      short: one.short + other.short,
      long: one.long + other.long,
      read: one.read + other.read,
      output: one.output + other.output,
    };
    const [first, second, together] = [one, other, both].map((counts) => cost(billed(counts), model));
    expect(together?.total).toBeCloseTo((first?.total ?? 0) + (second?.total ?? 0), 12);
    for (const bill of [first, second, together]) {
      if (!bill) throw new Error("There is a bill for each.");
      const { total, ...parts } = bill;
      expect(total).toBeCloseTo(
        Object.values(parts).reduce((sum, part) => sum + part, 0),
        12,
      );
    }
  },
);

law(
  "cache-prices",
  "tokens read from the cache cost less than fresh ones, tokens written to it more, and those for an hour the most",
  [anyPriced, fc.integer({ min: 1, max: 400_000 }), anyCount],
  (model, tokens, output) => {
    const none = { fresh: 0, short: 0, long: 0, read: 0, output };
    const price = (counts: Partial<Counts>): number => cost(billed({ ...none, ...counts }), model).total;
    const prices = [
      price({ read: tokens }),
      price({ fresh: tokens }),
      price({ short: tokens }),
      price({ long: tokens }),
    ];
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(new Set(prices).size).toBe(prices.length);
  },
);
