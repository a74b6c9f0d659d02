/** The facts of the models that no refusal shows. */
import { describe, expect, test } from "vitest";
import { MODELS } from "../../mock-api/catalog/models.ts";
import { traitsOf } from "../../mock-api/catalog/traits.ts";
import { cost, countTokens } from "../../mock-api/index.ts";
import { DOCUMENTED } from "./model-table.ts";

test("MR-96: the table has the models of the documentation and no other", () => {
  const named = MODELS.map(({ ids: [name] }) => name);
  expect(named.toSorted()).toEqual(DOCUMENTED.map(({ model }) => model).toSorted());
  const all = MODELS.flatMap(({ ids }) => ids);
  expect(new Set(all).size).toBe(all.length);
});

test.each(DOCUMENTED)("MR-80, MR-88, MR-89, MR-92, MR-97: what $model is", (row) => {
  expect(traitsOf(row.model)).toMatchObject({
    window: row.window,
    outputCap: row.outputCap,
    cacheMinimum: row.cacheMinimum,
    thinking: row.thinks ? "adaptive" : "disabled",
    display: row.display,
    keepsThinking: row.lastTurnOnly ? "last turn" : "all",
    effort: /^claude-(opus|haiku)-5-5$/.test(row.model) ? "medium" : "high",
  });
});

test("MR-46, MR-94: which models bind their thinking, and to what", () => {
  const bound = (to: string): string[] =>
    MODELS.filter(({ traits }) => traits.thinkingBinding === to).map(({ ids: [name] }) => name);
  const conversation = ["fable-5-1", "fable-5-2", "haiku-5-5", "mythos-5-2", "opus-5-5", "sonnet-5-5"];
  expect(bound("conversation").toSorted()).toEqual(conversation.map((name) => `claude-${name}`));
  expect(bound("readers")).toEqual(["claude-mythos-5-1"]);
  const account = MODELS.filter(({ traits }) => traits.accountBound).map(({ ids: [name] }) => name);
  expect(account.toSorted()).toEqual(["claude-haiku-5-5", "claude-sonnet-5-5"]);
});

test("MR-94: a newer model reads the thinking of an older one, and not the other way round", () => {
  const reads = (reader: string, maker: string): boolean =>
    traitsOf(`claude-${reader}`).thinkingRank >= traitsOf(`claude-${maker}`).thinkingRank;
  for (const older of ["mythos-5-1", "opus-5", "opus-5-5", "fable-5", "sonnet-5", "opus-4-8", "haiku-4-5"]) {
    expect(reads("fable-5-1", older), older).toBe(true);
  }
  for (const reader of ["opus-5", "opus-5-5"]) expect(reads(reader, "fable-5-1"), reader).toBe(false);
  const line = [
    "haiku-4-5",
    "opus-4-6",
    "opus-4-7",
    "opus-4-8",
    "opus-5",
    "opus-5-5",
    "fable-5-1",
    "fable-5-2",
  ];
  for (const [at, older] of line.entries()) {
    for (const newer of line.slice(at + 1)) {
      expect([reads(newer, older), reads(older, newer)], `${newer}, ${older}`).toEqual([true, false]);
    }
  }
});

test("MR-97: from 4.7 on, and on Haiku 5.5, the same text is about 30 % more tokens", () => {
  const words = "a".repeat(100_000);
  const counted = new Map(MODELS.map(({ ids: [name] }) => [name, countTokens(words, name)]));
  const older = ["haiku-4-5", "mythos-preview", "opus-4-5", "opus-4-6", "sonnet-4-5", "sonnet-4-6"];
  for (const [name, tokens] of counted) {
    const share = tokens / countTokens(words, "claude-haiku-4-5-20251001");
    expect(share, name).toBeCloseTo(older.includes(name.replace("claude-", "")) ? 1 : 1.3, 3);
  }
});

describe("what a million tokens cost", () => {
  const MILLION = 1_000_000;
  const usage = (counts: {
    fresh?: number;
    short?: number;
    long?: number;
    read?: number;
    output?: number;
  }) => ({
    input_tokens: counts.fresh ?? 0,
    cache_read_input_tokens: counts.read ?? 0,
    cache_creation: {
      ephemeral_5m_input_tokens: counts.short ?? 0,
      ephemeral_1h_input_tokens: counts.long ?? 0,
    },
    output_tokens: counts.output ?? 0,
  });

  test.each([
    ["claude-fable-5-2", 8, 40, 0.2],
    ["claude-fable-5-1", 10, 50, 0.25],
    ["claude-opus-5-5", 4, 20, 0.2],
    ["claude-opus-5", 5, 25, 0.5],
    ["claude-opus-4-8", 5, 25, 0.5],
    ["claude-opus-4-5-20251101", 5, 25, 0.5],
    ["claude-sonnet-5-5", 2, 10, 0.1],
    ["claude-sonnet-5", 2, 10, 0.2],
    ["claude-sonnet-4-6", 3, 15, 0.3],
    ["claude-sonnet-4-5", 3, 15, 0.3],
    ["claude-haiku-5-5", 0.5, 2.5, 0.05],
    ["claude-haiku-4-5", 1, 5, 0.1],
  ])("MR-85, MR-98: %s: $%d in, $%d out, $%d read", (model, input, output, read) => {
    expect(cost(usage({ fresh: MILLION }), model).total).toBeCloseTo(input, 9);
    expect(cost(usage({ read: MILLION }), model).total).toBeCloseTo(read, 9);
    expect(cost(usage({ short: MILLION }), model).total).toBeCloseTo(input * 1.25, 9);
    expect(cost(usage({ long: MILLION }), model).total).toBeCloseTo(input * 2, 9);
    expect(cost(usage({ fresh: MILLION, output: MILLION }), model).output).toBeCloseTo(output, 9);
  });

  test("MR-98: Haiku 5.5 has one price up to 100,000 prompt tokens, cached ones included, and one above", () => {
    const model = "claude-haiku-5-5";
    expect(cost(usage({ fresh: 100_000, output: MILLION }), model)).toMatchObject({
      input: 0.01,
      output: 0.5,
    });
    expect(cost(usage({ fresh: 100_001, output: MILLION }), model).output).toBe(2.5);
    for (const counted of ["fresh", "short", "long", "read"]) {
      const above = { output: 1_000, [counted]: 100_001 };
      expect(cost(usage(above), model).output, counted).toBeCloseTo(0.0025, 12);
    }
  });

  test("MR-85: what is written without saying for how long costs what five minutes cost", () => {
    const untold = {
      input_tokens: 0,
      output_tokens: 0,
      cache_read_input_tokens: null,
      cache_creation: null,
      cache_creation_input_tokens: MILLION,
    };
    expect(cost(untold, "claude-opus-5")).toEqual(cost(usage({ short: MILLION }), "claude-opus-5"));
  });

  test("MR-98: where no price is public, there is no bill", () => {
    for (const model of ["claude-mythos-5-2", "claude-fable-5", "claude-mythos-preview"]) {
      expect(() => cost(usage({}), model)).toThrow(`The price of "${model}" is not public`);
    }
    expect(() => cost(usage({}), "gpt-5")).toThrow('There is no model "gpt-5"');
  });
});
