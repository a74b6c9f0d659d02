/** Server-side fallback: when a model declines, another one answers in its place (MR-77). */
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type Reply } from "../../mock-api/index.ts";
import { assistant, call, HELLO, request, result, text, user } from "./blocks.ts";
import { ask, send } from "./exchange.ts";

const BETA = { headers: { "anthropic-beta": "server-side-fallback-2026-07-01" } };
const NO: Reply = {
  content: [],
  stop_reason: "refusal",
  stop_details: { type: "refusal", category: "cyber", explanation: null },
};
const YES: Reply = { content: [{ type: "text", text: "Yes." }] };
const asking = (fallbacks: unknown, more: object = {}): object => request([HELLO], { fallbacks, ...more });

test("the answer is the fallback's, behind a block that says who handed over to whom", async () => {
  const api = createMockApi({ model: [NO, YES] });
  const answer = await ask(api, asking("default"), BETA);
  expect(answer).toMatchObject({ model: "claude-opus-4-8", stop_reason: "end_turn" });
  expect(answer["content"]).toEqual([
    {
      type: "fallback",
      from: { model: "claude-opus-5" },
      to: { model: "claude-opus-4-8" },
      trigger: { type: "refusal", category: "cyber" },
    },
    { type: "text", text: "Yes.", citations: null },
  ]);
});

test("the iterations tell what each model used, the totals what the last one did", async () => {
  const partial: Reply = { ...NO, content: [{ type: "text", text: "I was about to say a lot" }] };
  const api = createMockApi({ model: [partial, YES] });
  const { usage, content } = (await ask(api, asking("default"), BETA)) as {
    usage: { output_tokens: number; iterations: { output_tokens: number }[] };
    content: unknown[];
  };
  expect(content).toHaveLength(3);
  expect(usage.iterations).toMatchObject([
    { type: "message", model: "claude-opus-5" },
    { type: "fallback_message", model: "claude-opus-4-8" },
  ]);
  expect(usage.output_tokens).toBe(usage.iterations[1]?.output_tokens);
});

test("each of a list is tried in its turn, with what its entry changes; when all decline, so does the answer", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return NO;
    },
  });
  const chain = [
    { model: "claude-sonnet-5", max_tokens: 7, thinking: { type: "disabled" } },
    { model: "claude-opus-4-6", output_config: { effort: "low" } },
  ];
  const more = { output_config: { effort: "xhigh" } };
  const answer = await ask(api, asking(chain, more), BETA);
  expect(shown).toMatchObject([
    { model: "claude-opus-5", max_tokens: 100, output_config: { effort: "xhigh" } },
    { model: "claude-sonnet-5", max_tokens: 7, thinking: { type: "disabled" } },
    { model: "claude-opus-4-6", max_tokens: 100, output_config: { effort: "low" } },
  ]);
  expect(answer).toMatchObject({ model: "claude-opus-4-6", stop_reason: "refusal" });
  expect(answer["content"]).toMatchObject([{ type: "fallback" }, { type: "fallback" }]);
  expect(answer).toMatchObject({
    usage: { iterations: [{ type: "message" }, { type: "message" }, { type: "message" }] },
  });
});

test("nobody is asked twice when the first model answers, or when it has no fallback", async () => {
  const api = createMockApi({ model: [YES, NO] });
  const answer = await ask(api, asking([{ model: "claude-sonnet-5" }]), BETA);
  expect(answer).toMatchObject({ model: "claude-opus-5", content: [{ type: "text" }] });
  const declined = await ask(api, asking("default", { model: "claude-opus-4-6" }), BETA);
  expect(declined).toMatchObject({ model: "claude-opus-4-6", content: [], stop_reason: "refusal" });
});

test("a fallback that cannot be asked is recommended, and the refusal stands", async () => {
  const api = createMockApi({ model: [NO, { status: 529 }] });
  const answer = await ask(api, asking("default"), BETA);
  expect(answer).toMatchObject({
    model: "claude-opus-5",
    content: [],
    stop_reason: "refusal",
    stop_details: { category: "cyber", recommended_model: "claude-opus-4-8" },
  });
});

test("the older header does not bring `fallbacks`", async () => {
  const api = createMockApi({ model: [YES] });
  const older = { headers: { "anthropic-beta": "server-side-fallback-2026-06-01" } };
  expect((await send(api, asking("default"), older)).status).toBe(400);
});

test("an answer goes back without the thinking and the calls that were left behind", async () => {
  const thinking = (words: string) => ({ type: "thinking" as const, thinking: words });
  const first: Reply = { ...NO, content: [thinking("no"), { type: "tool_use", name: "Read", input: {} }] };
  const second: Reply = { content: [thinking("yes"), { type: "tool_use", name: "Read", input: {} }] };
  const api = createMockApi({ model: [first, second, YES] });
  const chain = { model: "claude-fable-5-1", fallbacks: [{ model: "claude-opus-5-5" }] };
  const { content } = (await ask(api, request([HELLO], chain), BETA)) as {
    content: Record<string, unknown>[];
  };
  const kinds = content.map(({ type }) => type);
  expect(kinds).toEqual(["thinking", "tool_use", "fallback", "thinking", "tool_use"]);
  const kept = content.slice(2) as never[];
  const id = String(content[4]?.["id"]);
  const next = [HELLO, assistant(...kept), user(result(id))];
  const model = { model: "claude-opus-5-5" };
  expect(await ask(api, request(next, model), BETA)).toMatchObject({ content: [{ text: "Yes." }] });
  const whole = [HELLO, assistant(...(content as never[])), user(result(id))];
  expect((await send(api, request(whole, model), BETA)).status).toBe(400);
});

test("the official client names the model that answered, streamed or not", async () => {
  const api = createMockApi({ model: [NO, YES, NO, YES] });
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 });
  const params = {
    model: "claude-fable-5",
    max_tokens: 100,
    messages: [{ role: "user" as const, content: "hello" }],
    fallbacks: "default" as const,
    betas: ["server-side-fallback-2026-07-01" as const],
  };
  const plain = await client.beta.messages.create(params);
  const streamed = await client.beta.messages.stream(params).finalMessage();
  expect([plain.model, streamed.model]).toEqual(["claude-opus-4-8", "claude-opus-4-8"]);
  expect(streamed.usage.iterations?.map(({ type }) => type)).toEqual(["message", "fallback_message"]);
});

test("a call that nothing answers is not hidden by a fallback", async () => {
  const api = createMockApi({ model: [] });
  const block = { type: "fallback", from: { model: "a" }, to: { model: "b" } };
  const messages = [HELLO, assistant(text("a"), block, call("toolu_1")), HELLO];
  expect((await send(api, request(messages), BETA)).status).toBe(400);
});
