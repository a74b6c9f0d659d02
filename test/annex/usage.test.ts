import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import { printUsage } from "../../src/annex/log/usage/usage-table.ts";
import { asked, costs, DAY, file, said, sessionOf } from "../support/calls.ts";
import { law } from "../support/law.ts";

const recorded = (path: string) => ({
  name: path,
  bytes: new Uint8Array(readFileSync(join(import.meta.dirname, "..", "recorded", path))),
});

describe("each API call counts once", () => {
  test("cache writes by lifetime: told twice, told only nested (fact 22), told only flat", () => {
    const nested = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 1000 };
    const tokens = (usage: object) => usageOf([file("a", said({ id: "m", usage }))]).total;
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

  test("a recorded session and its recorded branches: what is copied is the origin's", () => {
    const origin = "3bc5ae46-45dc-4505-b54c-ec5b9de6063a";
    const branch = "51ed05e0-b88d-4eb0-8013-f85541393a61";
    const logs = [origin, branch].map((id) => recorded(`branch/final/${id}.jsonl`));
    const [alone, copied] = logs.map((log) => usageOf([log]).total.calls);
    const both = usageOf(logs);
    expect({ alone, copied }).toEqual({ alone: 2, copied: 5 });
    expect(both.sessions.map(({ session, calls }) => [session, calls])).toEqual([
      [origin, 2],
      [branch, 3],
    ]);
  });

  test("a recorded fork that marks nothing: the log that was begun first has the copied calls", () => {
    const [origin, fork] = ["40be2cf5-8575-4751-8e99-8a32830a5025", "a24c2dad-d3ec-4538-a615-033fa6ddb810"];
    const logs = [fork, origin].map((id) => recorded(`fork/final/${id}.jsonl`));
    expect(usageOf(logs).sessions.map(({ session, calls }) => [session, calls])).toEqual([
      [origin, 4],
      [fork, 1],
    ]);
  });

  test("the day is the one of UTC in which a call's first entry was made", () => {
    const late = said({ id: "m1", usage: { output_tokens: 5 }, time: "2026-07-28T23:59:59.999Z" });
    const after = said({ id: "m1", usage: { output_tokens: 7 }, time: "2026-07-29T00:00:00.001Z" });
    const report = usageOf([
      file("a", after, late, said({ id: "m2", usage: { output_tokens: 0 }, time: "" })),
    ]);
    expect(report.days.map(({ day, output_tokens }) => [day, output_tokens])).toEqual([
      ["2026-07-28", 7],
      ["unknown day", 0],
    ]);
  });

  test("searches of the web, fast answers and answers from one place cost what they cost", () => {
    const million = { input_tokens: 1_000_000 };
    expect(costs({ ...million })).toBe(5);
    expect(costs({ ...million, server_tool_use: { web_search_requests: 3 } })).toBe(5.03);
    expect(costs({ ...million, speed: "fast" })).toBe(10);
    expect(costs({ ...million, inference_geo: "us" })).toBe(5.5);
    expect(costs({ ...million, inference_geo: "global" })).toBe(5);
  });

  test("of what has no known price the tokens count, and the cost is not 0 but not known", () => {
    const million = { input_tokens: 1_000_000 };
    expect(costs(million, "claude-next-9")).toBeNull();
    expect(costs({ ...million, speed: "fast" }, "claude-haiku-4-5")).toBeNull();
    expect(costs({ ...million, inference_geo: "moon" })).toBeNull();
    const mixed = usageOf([
      file(
        "a",
        said({ id: "m1", usage: million }),
        said({ id: "m2", usage: million, model: "claude-next-9" }),
      ),
    ]);
    expect(mixed.total).toMatchObject({ input_tokens: 2_000_000, cost_usd: 5, calls_without_price: 1 });
    expect(printUsage(mixed)).toMatch(/claude-next-9 .* not known\n/);
    expect(printUsage(mixed)).toMatch(/total .* \$5\.00 \+\n/);
  });

  test("the table is aligned and names what it could not count", () => {
    const log = file(
      "a",
      said({ id: "m1", usage: { input_tokens: 1234567, output_tokens: 5 } }),
      said({ id: "m2", model: "模型", usage: { cache_read_input_tokens: 10 } }),
    );
    const broken = { name: "b", bytes: new TextEncoder().encode("{]\n") };
    expect(printUsage(usageOf([log, broken]))).toBe(
      `
model          calls      input  write 5m  write 1h  cache read  all input  output       cost
─────────────────────────────────────────────────────────────────────────────────────────────
claude-opus-5      1  1,234,567         0         0           0  1,234,567       5      $6.17
模型               1          0         0         0          10         10       0  not known
─────────────────────────────────────────────────────────────────────────────────────────────
total              2  1,234,567         0         0          10  1,234,577       5    $6.17 +
Tokens of 2 logs, each API call counted once.
The price of one call is not known, so the cost is without them.
Not counted: one damaged line; log check tells more.`.trimStart(),
    );
  });

  test("several days and several sessions have tables of their own", () => {
    const of = (id: string, session: string, day: number) =>
      said({ id, session, usage: { output_tokens: 4000 }, time: `2026-07-0${day}${DAY}` });
    const report = usageOf([file("a", of("m1", "s1", 1), of("m2", "s2", 2), of("m3", "s2", 2))]);
    const [, days = "", sessions = ""] = printUsage(report).split("\n\n");
    expect(days).toMatch(/^day \(UTC\) .*\n─+\n2026-07-01 .*\n2026-07-02 .*\$0\.2000$/);
    expect(sessions).toMatch(/^session .*\n─+\ns2 .*\ns1 /);
  });
});

const anyCount = fc.nat(5000);
const anyUsage = fc.record(
  {
    input_tokens: anyCount,
    output_tokens: anyCount,
    cache_read_input_tokens: anyCount,
    cache_creation_input_tokens: anyCount,
    cache_creation: fc.record({ ephemeral_1h_input_tokens: anyCount, ephemeral_5m_input_tokens: anyCount }),
    server_tool_use: fc.record({ web_search_requests: fc.nat(3) }),
    speed: fc.constantFrom("standard", "fast"),
    inference_geo: fc.constantFrom("", "us"),
  },
  { requiredKeys: [] },
);
const anyCalls = fc.array(
  fc.record({
    request: fc.option(fc.constantFrom("r1", "r2"), { nil: undefined }),
    model: fc.constantFrom("claude-opus-5", "claude-haiku-4-5", "claude-next-9", "<synthetic>"),
    told: fc.array(fc.option(anyUsage), { minLength: 1, maxLength: 4 }),
  }),
  { maxLength: 6 },
);
/** Which line to repeat, and at the end of which of the files. */
const anyCopies = fc.array(fc.tuple(fc.nat(), fc.nat(2)), { maxLength: 20 });

type Calls = typeof anyCalls extends fc.Arbitrary<infer T> ? T : never;
const linesOf = (calls: Calls) =>
  calls.flatMap(({ request, model, told }, at) =>
    told.map((usage, part) =>
      said({ id: `m${at}`, request, model, usage, time: `2026-07-0${1 + (part % 2)}${DAY}` }),
    ),
  );

law(
  "usage-once",
  "what a session used is the sum of each call's largest counts, however often and wherever its entries are repeated",
  [anyCalls, anyCopies],
  (calls, copies) => {
    const lines = linesOf(calls);
    const spread: object[][] = [[...lines], [], []];
    for (const [line, at] of copies) spread[at]?.push(...lines.slice(line % lines.length).slice(0, 1));
    const once = usageOf([file("a", ...lines)]);
    const often = usageOf(spread.map((part, at) => file(`${at}`, ...part)));
    expect({ ...often, files: 0 }).toEqual({ ...once, files: 0 });

    let output = 0;
    for (const { model, told } of calls) {
      if (model !== "<synthetic>") output += Math.max(0, ...told.map((usage) => usage?.output_tokens ?? 0));
    }
    expect(once.total.output_tokens).toBe(output);
    expect(once.models.reduce((sum, row) => sum + row.output_tokens, 0)).toBe(output);
  },
  { runs: 200 },
);

law(
  "usage-order-free",
  "a report of usage is the same in whatever order the logs come and the lines stand, and by models, days and sessions it adds up to one total",
  [anyCalls, fc.infiniteStream(fc.nat()), fc.array(fc.nat(2), { minLength: 30, maxLength: 30 })],
  (calls, order, homes) => {
    // A copy in a branch names its origin, one in a fork does not; which log was begun first is told.
    const all = linesOf(calls).flatMap((line, at) => [
      { ...line, sessionId: sessionOf(0) },
      ...(homes[at] === 1
        ? [{ ...line, sessionId: sessionOf(1), forkedFrom: { sessionId: sessionOf(0) } }]
        : []),
      ...(homes[at] === 2 ? [{ ...line, sessionId: sessionOf(2) }] : []),
    ]);
    const logs = [0, 1, 2].map((at) => all.filter(({ sessionId }) => sessionId === sessionOf(at)));
    const begun = (at: number) => ({ type: "mode", timestamp: `2026-06-0${1 + at}${DAY}` });
    const report = (shuffled: (lines: object[]) => object[]) => {
      const files = shuffled(logs.map((lines, at) => file(`${at}`, begun(at), ...shuffled(lines))));
      return { ...usageOf(files as { name: string; bytes: Uint8Array }[]), files: 0 };
    };
    const plain = report((lines) => lines);
    expect(report((lines) => inOrder(lines, order))).toEqual(plain);
    const { total } = plain;
    for (const rows of [plain.models, plain.days, plain.sessions]) {
      expect(rows.reduce((sum, row) => sum + row.all_input_tokens, 0)).toBe(total.all_input_tokens);
      expect(rows.reduce((sum, row) => sum + row.calls_without_price, 0)).toBe(total.calls_without_price);
      expect(rows.reduce((sum, row) => sum + (row.cost_usd ?? 0), 0)).toBeCloseTo(total.cost_usd ?? 0, 9);
    }
    // Every copy is in the origin's log too, so the branches own nothing.
    expect(plain.sessions.map(({ session }) => session)).toEqual(total.calls === 0 ? [] : [sessionOf(0)]);
  },
);

function inOrder<T>(values: readonly T[], picks: Iterator<number>): T[] {
  const left = [...values];
  return values.map(() => left.splice(Number(picks.next().value) % left.length, 1)[0] as T);
}

test.each([1e308, 1e15, -5, 0.5, "7", null])("%s tokens are no count, and nothing", (tokens) => {
  const lines = [
    said({ id: "m1", usage: { input_tokens: tokens, output_tokens: 5 } }),
    said({ id: "m2", usage: { input_tokens: 2 } }),
  ];
  expect(usageOf([file("a", ...lines)]).total).toMatchObject({ calls: 2, input_tokens: 2, output_tokens: 5 });
});

test("a log is read piece by piece and counted as if it were read at once", () => {
  const bytes = asked("m1", "m2", "m3");
  const whole = usageOf([{ name: "a", bytes }]);
  expect(whole.total.calls).toBe(3);
  for (const size of [1, 7, 64, 1000]) {
    // A source may use the memory of what it gave out again.
    const memory = new Uint8Array(size);
    const read = (offset: number) => {
      memory.fill(0);
      const piece = bytes.subarray(offset, offset + size);
      memory.set(piece);
      return memory.subarray(0, piece.length);
    };
    expect(usageOf([{ name: "a", bytes: { read } }])).toEqual(whole);
  }
});
