import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printUsage, usageOf } from "../../src/annex/log/usage.ts";
import { law } from "../support/law.ts";

interface Told {
  readonly id: string;
  readonly request?: string | undefined;
  readonly model?: string;
  readonly usage: object | null;
}

let entries = 0;
const entry = ({ id, request, model = "claude-opus-5", usage }: Told) => {
  entries += 1;
  return {
    type: "assistant",
    uuid: `e${entries}`,
    parentUuid: null,
    ...(request === undefined ? {} : { requestId: request }),
    message: { id, role: "assistant", model, content: [], usage },
  };
};
const file = (name: string, ...lines: object[]) => ({
  name,
  bytes: new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
});
const recorded = (path: string) => ({
  name: path,
  bytes: new Uint8Array(readFileSync(join(import.meta.dirname, "..", "recorded", path))),
});

describe("each API call counts once", () => {
  test("of the entries of a response, the largest count is the true one (106, 107, 108)", () => {
    const lines = [1, 1, 812].map((output_tokens) =>
      entry({ id: "m1", usage: { input_tokens: 100, output_tokens } }),
    );
    expect(usageOf([file("a", ...lines)]).total).toMatchObject({
      calls: 1,
      input_tokens: 100,
      output_tokens: 812,
    });
  });

  test("a branch that copies a response, and a subagent's own file (109, 110)", () => {
    const shared = entry({ id: "m1", request: "r1", usage: { input_tokens: 5, output_tokens: 1 } });
    const sidechain = {
      ...entry({ id: "m7", request: "r7", usage: { input_tokens: 7 } }),
      isSidechain: true,
    };
    const report = usageOf([file("a", shared), file("branch", shared), file("agent", sidechain)]);
    expect(report.total).toMatchObject({ calls: 2, input_tokens: 12 });
  });

  test("no usage and made-up answers are nothing, not even a row (114)", () => {
    const report = usageOf([
      file("a", entry({ id: "m1", usage: null }), entry({ id: "m2", model: "<synthetic>", usage: {} })),
    ]);
    expect(report).toMatchObject({ models: [], total: { calls: 0, all_input_tokens: 0 } });
  });

  test("cache writes by lifetime: told twice, told only nested (fact 22), told only flat (111)", () => {
    const nested = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 1000 };
    const tokens = (usage: object) => usageOf([file("a", entry({ id: "m", usage }))]).total;
    const both = {
      cache_creation_input_tokens: 1010,
      ephemeral_5m_input_tokens: 10,
      ephemeral_1h_input_tokens: 1000,
    };
    expect(tokens({ cache_creation_input_tokens: 1010, cache_creation: nested })).toMatchObject(both);
    expect(tokens({ cache_creation_input_tokens: 0, cache_creation: nested })).toMatchObject(both);
    expect(tokens({ cache_creation_input_tokens: 1010 })).toMatchObject({
      ephemeral_5m_input_tokens: 1010,
      ephemeral_1h_input_tokens: 0,
    });
  });

  test("a recorded session and its recorded branch", () => {
    const alone = usageOf([recorded("branch/final/51ed05e0-b88d-4eb0-8013-f85541393a61.jsonl")]);
    const branch = usageOf([recorded("branch/final/3bc5ae46-45dc-4505-b54c-ec5b9de6063a.jsonl")]);
    const both = usageOf([
      recorded("branch/final/51ed05e0-b88d-4eb0-8013-f85541393a61.jsonl"),
      recorded("branch/final/3bc5ae46-45dc-4505-b54c-ec5b9de6063a.jsonl"),
    ]);
    expect([alone.total.calls, branch.total.calls]).toEqual([5, 2]);
    expect(both.total).toEqual(alone.total);
  });

  test("the table is aligned and names what it could not count", () => {
    const log = file(
      "a",
      entry({ id: "m1", usage: { input_tokens: 1234567, output_tokens: 5 } }),
      entry({ id: "m2", model: "模型", usage: { cache_read_input_tokens: 10 } }),
    );
    const broken = { name: "b", bytes: new TextEncoder().encode("{]\n") };
    expect(printUsage(usageOf([log, broken]))).toBe(
      `
model          calls      input  write 5m  write 1h  cache read  all input  output
──────────────────────────────────────────────────────────────────────────────────
claude-opus-5      1  1,234,567         0         0           0  1,234,567       5
模型               1          0         0         0          10         10       0
──────────────────────────────────────────────────────────────────────────────────
total              2  1,234,567         0         0          10  1,234,577       5
Tokens of 2 logs, each API call counted once.
1 damaged line is not counted.`.trimStart(),
    );
  });
});

const anyCount = fc.nat(5000);
const anyUsage = fc.record(
  { input_tokens: anyCount, output_tokens: anyCount, cache_read_input_tokens: anyCount },
  { requiredKeys: [] },
);
const anyCalls = fc.array(
  fc.record({
    request: fc.option(fc.constantFrom("r1", "r2"), { nil: undefined }),
    model: fc.constantFrom("claude-opus-5", "claude-haiku-4-5", "<synthetic>"),
    told: fc.array(fc.option(anyUsage), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 6 },
);
/** Which line to repeat, and at the end of which of the files. */
const anyCopies = fc.array(fc.tuple(fc.nat(), fc.nat(2)), { maxLength: 20 });

law(
  "usage-once",
  "what a session used is the sum of each call's largest counts, however often and wherever its entries are repeated",
  [anyCalls, anyCopies],
  (calls, copies) => {
    const lines = calls.flatMap(({ request, model, told }, at) =>
      told.map((usage) => entry({ id: `m${at}`, request, model, usage })),
    );
    const spread: object[][] = [[...lines], [], []];
    for (const [line, at] of copies) spread[at]?.push(...lines.slice(line % lines.length).slice(0, 1));
    const once = usageOf([file("a", ...lines)]);
    const often = usageOf(spread.map((part, at) => file(`${at}`, ...part)));
    expect({ models: often.models, total: often.total }).toEqual({ models: once.models, total: once.total });

    let output = 0;
    for (const { model, told } of calls) {
      if (model !== "<synthetic>") output += Math.max(0, ...told.map((usage) => usage?.output_tokens ?? 0));
    }
    expect(once.total.output_tokens).toBe(output);
    expect(once.models.reduce((sum, row) => sum + row.output_tokens, 0)).toBe(output);
  },
  { runs: 200 },
);
