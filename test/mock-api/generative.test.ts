/** Generated models and faults: what they are made of, and this project's own harness under them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { modelOver } from "#src/index.ts";
import { createMockApi, type MessagesRequest, type MockCall, type Reply } from "../../mock-api/index.ts";
import { anyFaults, anyModel, modelOfSeed } from "../../mock-api/models/generative.ts";
import { World } from "../support/world.ts";
import { TOOLS } from "./tiny-harness.ts";

const SEED = 20260728;

/** A conversation of a certain length. */
function asking(length: number, more: Partial<MessagesRequest> = {}): MessagesRequest {
  const messages = Array.from({ length }, (_, at): MessagesRequest["messages"][number] => ({
    role: at % 2 === 0 ? "user" : "assistant",
    content: `m${at}`,
  }));
  return { model: "claude-opus-5", max_tokens: 1_000, tools: TOOLS, messages, ...more };
}

/** What some models say at the beginning and later on. */
function replies(more: Partial<MessagesRequest> = {}, options: Parameters<typeof anyModel>[0] = {}): Reply[] {
  const models = fc.sample(anyModel(options), { seed: SEED, numRuns: 100 });
  return models.flatMap((model) => [1, 3, 5, 7].map((length) => model(asking(length, more))));
}

const typesIn = (said: readonly Reply[]) =>
  new Set(said.flatMap(({ content = [] }) => content.map(({ type }) => type)));

test("all kinds of blocks and all reasons to stop come up", () => {
  const said = replies({ stop_sequences: ["END"] });
  expect([...typesIn(said)].sort()).toEqual([
    "redacted_thinking",
    "server_tool_use",
    "text",
    "thinking",
    "tool_use",
    "web_search_tool_result",
  ]);
  const stops = new Set(said.map(({ stop_reason }) => stop_reason));
  for (const stop of [
    "max_tokens",
    "stop_sequence",
    "refusal",
    "pause_turn",
    "model_context_window_exceeded",
  ] as const) {
    expect(stops).toContain(stop);
  }
  const calls = said.map(({ content = [] }) => content.filter(({ type }) => type === "tool_use"));
  expect(calls.some(({ length }) => length > 1)).toBe(true);
  expect(calls.flat().some((call) => "partial_json" in call)).toBe(true);
  expect(said.some(({ content }) => content?.length === 0)).toBe(true);
});

test("what the request does not allow is not said: no thinking, no tools, no stop sequence, no forced silence", () => {
  expect(typesIn(replies({ thinking: { type: "disabled" } }))).not.toContain("thinking");
  expect(typesIn(replies({ tools: [] }))).not.toContain("tool_use");
  expect(typesIn(replies({ tool_choice: { type: "none" } }))).not.toContain("tool_use");
  expect(replies().map(({ stop_reason }) => stop_reason)).not.toContain("stop_sequence");
  expect(typesIn(replies({}, { endings: [] }))).not.toContain("server_tool_use");
  const one = replies({ tool_choice: { type: "auto", disable_parallel_tool_use: true } });
  for (const { content = [] } of one) {
    expect(content.filter(({ type }) => type === "tool_use").length).toBeLessThanOrEqual(1);
  }
});

test("a request sent twice is answered alike", () => {
  const model = modelOfSeed(3);
  for (const length of [1, 3, 5]) expect(model(asking(length))).toEqual(model(asking(length)));
});

test("whatever a model says and whatever goes wrong, the harness of this project sends no illegal request", async () => {
  const cases = fc.sample(fc.tuple(anyModel(), anyFaults()), { seed: SEED, numRuns: 25 });
  const statuses = new Set<number | null>();
  for (const [model, faults] of cases) {
    const calls: MockCall[] = [];
    const api = createMockApi({ model, faults, onCall: (call) => calls.push(call) });
    const process = new World().start(modelOver({ apiKey: "test", fetch: api.fetch, maxRetries: 0 }));
    const session = process.begin();
    for (const prompt of ["one", "two", "three"]) await session.prompt(prompt);
    expect(calls.map(({ refusal }) => refusal)).toEqual(calls.map(() => undefined));
    for (const { status } of calls) statuses.add(status);
  }
  // The faults did come.
  for (const status of [200, 429, 500, 529]) expect(statuses).toContain(status);
});
