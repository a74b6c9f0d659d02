/** Faults in counting and pricing that users of harnesses have reported in public, each as the smallest log that shows it. */
import { expect, test } from "vitest";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import { printUsage } from "../../src/annex/log/usage/usage-table.ts";
import { costs, file, said, sessionOf } from "../support/calls.ts";
import { place } from "../support/glass.ts";

const one = (...lines: object[]) => usageOf([file("a", ...lines)]).total;

test("bug report 106: the first line of an answer counts too little; the largest is true", () => {
  const lines = [1, 1, 812].map((output_tokens) =>
    said({ id: "m1", request: "r1", usage: { output_tokens } }),
  );
  expect(one(...lines)).toMatchObject({ calls: 1, output_tokens: 812 });
});

test("bug report 107: three lines of one answer are not three answers", () => {
  const lines = [1, 2, 3].map(() => said({ id: "m1", request: "r1", usage: { input_tokens: 100 } }));
  expect(one(...lines)).toMatchObject({ calls: 1, input_tokens: 100 });
});

test("bug report 108: without a request's id the message's own is enough", () => {
  const line = said({ id: "m1", usage: { input_tokens: 100 } });
  expect(one(line, { ...line, uuid: "another" })).toMatchObject({ calls: 1, input_tokens: 100 });
});

test("bug report 109: what a subagent used is its session's, at any depth of folders", async () => {
  const here = place();
  const { mkdirSync, writeFileSync } = await import("node:fs");
  const { join } = await import("node:path");
  const session = join(here.project, sessionOf(0));
  for (const [folder, id] of [
    ["subagents", "m7"],
    ["subagents/workflows/run-1", "m8"],
  ]) {
    mkdirSync(join(session, folder ?? ""), { recursive: true });
    const line = { ...said({ id: id ?? "", usage: { input_tokens: 70 } }), isSidechain: true };
    writeFileSync(join(session, folder ?? "", `agent-${id}.jsonl`), `${JSON.stringify(line)}\n`);
  }
  here.file(`${sessionOf(0)}.jsonl`, `${JSON.stringify(said({ id: "m1", usage: { input_tokens: 5 } }))}\n`);
  for (const named of [`${sessionOf(0)}.jsonl`, "."]) {
    const { out, code } = await here.glass(["log", "usage", named, "--json"]);
    const { sessions, files } = JSON.parse(out);
    expect(code).toBe(0);
    expect(files).toHaveLength(3);
    expect(sessions).toEqual([
      expect.objectContaining({ session: sessionOf(0), calls: 3, input_tokens: 145 }),
    ]);
  }
});

test("bug report 110: a branch copies what was said and does not pay for it again", () => {
  const copied = said({ id: "m1", request: "r1", usage: { input_tokens: 100 }, session: sessionOf(2) });
  const origin = file("origin", { ...copied, sessionId: sessionOf(2) });
  const branch = file(
    "branch",
    { ...copied, sessionId: sessionOf(1), forkedFrom: { sessionId: sessionOf(2), messageUuid: copied.uuid } },
    said({ id: "m2", request: "r2", usage: { input_tokens: 7 }, session: sessionOf(1) }),
  );
  for (const logs of [
    [origin, branch],
    [branch, origin],
  ]) {
    const { total, sessions } = usageOf(logs);
    expect(total).toMatchObject({ calls: 2, input_tokens: 107 });
    expect(sessions.map(({ session, input_tokens }) => [session, input_tokens])).toEqual([
      [sessionOf(1), 7],
      [sessionOf(2), 100],
    ]);
  }
});

test("bug report 111: what is kept for an hour costs twice fresh input, for five minutes a quarter more", () => {
  const written = (lifetime: "5m" | "1h") => ({
    cache_creation_input_tokens: 1_000_000,
    cache_creation: { [`ephemeral_${lifetime}_input_tokens`]: 1_000_000 },
  });
  expect([costs(written("5m")), costs(written("1h"))]).toEqual([6.25, 10]);
});

test("bug report 114: no usage and made-up answers are nothing: no throw, no row of an unknown model", () => {
  const report = usageOf([
    file(
      "a",
      said({ id: "m1", usage: null }),
      said({ id: "m2", model: "<synthetic>", usage: { input_tokens: 0, output_tokens: 0 } }),
    ),
  ]);
  expect(report).toMatchObject({ models: [], days: [], sessions: [], total: { calls: 0, cost_usd: 0 } });
  expect(printUsage(report)).not.toContain("unknown");
});
