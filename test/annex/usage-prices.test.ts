import fc from "fast-check";
import { expect, test } from "vitest";
import { cost } from "#mock-api";
import { MODELS } from "../../mock-api/catalog/models.ts";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import { costs, file, said } from "../support/calls.ts";
import { law } from "../support/law.ts";

const anyModel = fc.constantFrom(...MODELS.flatMap(({ ids }) => ids));
// Prompts on both sides of the length from which Haiku 5.5 has another price.
const anyCount = fc.oneof(fc.nat(60_000), fc.nat(2_000_000));
const anyUsage = fc.record({
  input_tokens: anyCount,
  cache_read_input_tokens: anyCount,
  cache_creation: fc.record({ ephemeral_5m_input_tokens: anyCount, ephemeral_1h_input_tokens: anyCount }),
  output_tokens: anyCount,
});

/** By the mock's own catalog; null where it has no price. */
function billed(usage: Parameters<typeof cost>[0], model: string): number | null {
  try {
    return cost(usage, model).total;
  } catch {
    return null;
  }
}

law(
  "cost-known",
  "a call costs what the API bills for it, cache writes of each lifetime at their own price; a price that is not public makes a cost that is not known, never one of nothing",
  [anyModel, anyUsage],
  (model, usage) => {
    const bill = billed(usage, model);
    const ours = costs(usage, model);
    if (bill === null) expect(ours).toBeNull();
    else expect(ours).toBeCloseTo(bill, 9);
  },
  { runs: 200 },
);

test("every model of the API has the mock's price, or like it none", () => {
  const million = {
    input_tokens: 1e6,
    cache_read_input_tokens: 1e6,
    cache_creation: { ephemeral_5m_input_tokens: 1e6, ephemeral_1h_input_tokens: 1e6 },
    output_tokens: 1e6,
  };
  const table = MODELS.flatMap(({ ids }) => ids).map((model) => [model, costs(million, model)]);
  expect(table).toEqual(table.map(([model]) => [model, billed(million, String(model))]));
  expect(table.filter(([, price]) => price === null)).toEqual([
    ["claude-mythos-5-2", null],
    ["claude-mythos-5-1", null],
    ["claude-fable-5", null],
    ["claude-mythos-5", null],
    ["claude-mythos-preview", null],
  ]);
});

const anyNesting = fc.constantFrom(
  (quoted: object) => ({ type: "user", toolUseResult: JSON.stringify(quoted) }),
  (quoted: object) => ({ type: "user", toolUseResult: quoted }),
  (quoted: object) => ({ type: "progress", data: { message: quoted } }),
  (quoted: object) => ({
    type: "user",
    message: { role: "user", content: [{ type: "text", text: JSON.stringify(quoted) }] },
  }),
  (quoted: object) => ({
    type: "assistant",
    message: { role: "assistant", id: "q", content: [{ type: "tool_use", input: quoted }] },
  }),
  (quoted: object) => ({
    type: "assistant",
    usage: { input_tokens: 5 },
    message: { role: "assistant", content: quoted },
  }),
);

law(
  "usage-told-only",
  "what a log quotes, nests or carries in another field is no call, and a damaged line costs no other line its count",
  [
    fc.array(anyNesting, { maxLength: 5 }),
    fc.array(fc.constantFrom("torn", "nul", "none"), { maxLength: 4 }),
  ],
  (nestings, damages) => {
    const call = said({ id: "m1", usage: { input_tokens: 7, output_tokens: 3 } });
    const decoys = nestings.map((nest, at) => ({ uuid: `d${at}`, parentUuid: null, ...nest(call) }));
    const other = said({ id: "m2", usage: { input_tokens: 11 } });
    const { bytes } = file("a", ...decoys, other, ...decoys);
    const text = new TextDecoder().decode(bytes);
    const torn = JSON.stringify(said({ id: "m3", usage: { input_tokens: 1 } }));
    const broken = damages.map(
      (kind) => ({ torn: `${torn.slice(0, -9)}\n`, nul: "\u0000\u0000\n", none: "\r\n" })[kind],
    );
    const report = usageOf([{ name: "a", bytes: new TextEncoder().encode(text + broken.join("") + text) }]);
    expect(report.total).toMatchObject({ calls: 1, input_tokens: 11 });
    const lines = text.split("\n").length - 1;
    expect(report.damaged.map(({ line }) => line)).toEqual(
      damages.flatMap((kind, at) => (kind === "none" ? [] : [lines + at + 1])),
    );
  },
);
