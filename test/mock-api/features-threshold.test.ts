/** A summary at a threshold (MR-102). */
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type Reply } from "../../mock-api/index.ts";
import { assistant, HELLO, request, text, user } from "./blocks.ts";
import { ask, events, send } from "./exchange.ts";

const BETA = { headers: { "anthropic-beta": "compact-2026-01-12" } };
const LONG_TALK = [user(text("word ".repeat(45_000))), assistant(text("Long.")), HELLO];
const SUMMARY = "There were many words.";
const says = (words: string): Reply => ({ content: [{ type: "text", text: words }] });

function compacting(messages: unknown[], edit: object = {}): Record<string, unknown> {
  const trigger = { type: "input_tokens", value: 50_000 };
  const edits = [{ type: "compact_20260112", trigger, ...edit }];
  return request(messages, { context_management: { edits } }) as Record<string, unknown>;
}

test("at the trigger the model is asked for a summary first, then for an answer to the summary alone", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return says(each["compaction"] ? SUMMARY : "So it is.");
    },
  });
  const answer = await ask(api, compacting(LONG_TALK), BETA);
  expect(answer["content"]).toEqual([
    { type: "compaction", content: SUMMARY },
    { type: "text", text: "So it is.", citations: null },
  ]);
  expect(shown.map(({ messages }) => messages.length)).toEqual([4, 1]);
  expect(shown[1]?.messages).toEqual([assistant({ type: "compaction", content: SUMMARY })]);
});

test("the tokens of the summary are told in the iterations, and not in the totals", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("So it is.")] });
  const { usage } = (await ask(api, compacting(LONG_TALK), BETA)) as { usage: Usage };
  const [compaction, message] = usage.iterations;
  expect(compaction).toMatchObject({ type: "compaction", input_tokens: expect.any(Number) });
  expect(compaction?.input_tokens).toBeGreaterThan(50_000);
  expect(message).toMatchObject({ type: "message", model: "claude-opus-5" });
  expect(usage.input_tokens).toBe(message?.input_tokens);
  expect(usage.output_tokens).toBe(message?.output_tokens);
  expect(usage.input_tokens).toBeLessThan(100);
});

interface Usage {
  input_tokens: number;
  output_tokens: number;
  iterations: { type: string; input_tokens: number; output_tokens: number }[];
}

test("below the trigger nothing is summarized, and the response says that no edit was applied", async () => {
  const api = createMockApi({ model: [says("Hi.")] });
  const answer = await ask(api, compacting([HELLO]), BETA);
  expect(answer).toMatchObject({ content: [{ type: "text" }], context_management: { applied_edits: [] } });
});

test("with a pause the answer is the summary alone, and the next request goes on behind it", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("So it is.")] });
  const paused = await ask(api, compacting(LONG_TALK, { pause_after_compaction: true }), BETA);
  expect(paused).toMatchObject({
    content: [{ type: "compaction", content: SUMMARY }],
    stop_reason: "compaction",
    usage: { input_tokens: 0, output_tokens: 0, iterations: [{ type: "compaction" }] },
  });
  const turn = { role: "assistant", content: paused["content"] };
  const answer = await ask(api, compacting([...LONG_TALK, turn], { pause_after_compaction: true }), BETA);
  expect(answer).toMatchObject({ content: [{ text: "So it is." }], stop_reason: "end_turn" });
});

test("what stands before the block is dropped, sent or not", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return says("Yes.");
    },
  });
  const behind = [assistant({ type: "compaction", content: SUMMARY }, text("So it is.")), HELLO];
  await ask(api, compacting([...LONG_TALK, ...behind]), BETA);
  await ask(api, compacting(behind), BETA);
  expect(shown.map(({ messages }) => messages)).toEqual([behind, behind]);
});

test("a summary that failed comes as a block without content, and the answer is to the whole conversation", async () => {
  const api = createMockApi({ model: [{ content: [] }, says("All of it.")] });
  const answer = await ask(api, compacting(LONG_TALK), BETA);
  expect(answer["content"]).toMatchObject([{ type: "compaction", content: null }, { text: "All of it." }]);
  const turn = { role: "assistant", content: answer["content"] };
  const next = await send(api, compacting([...LONG_TALK, turn, HELLO]), BETA);
  expect(next.status).toBe(500); // The script is at its end: nothing was refused.
});

test("a streamed summary comes as one delta", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("So it is.")] });
  const told = await events(api, compacting(LONG_TALK), BETA);
  const first = told.filter(({ index, type }) => index === 0 && type !== "ping");
  expect(first).toMatchObject([
    { type: "content_block_start", content_block: { type: "compaction", content: null } },
    { type: "content_block_delta", delta: { type: "compaction_delta", content: SUMMARY } },
    { type: "content_block_stop" },
  ]);
});

test("the official client puts the same message together, streamed or not", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("So it is."), says(SUMMARY), says("So it is.")] });
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 });
  const params = { ...compacting(LONG_TALK), betas: ["compact-2026-01-12"] } as unknown as Params;
  const plain = await client.beta.messages.create(params);
  const streamed = await client.beta.messages.stream(params).finalMessage();
  const {
    id: _id,
    parsed_output: _parsed,
    ...message
  } = JSON.parse(JSON.stringify(streamed)) as typeof plain & {
    parsed_output: unknown;
  };
  expect(plain).toMatchObject(message);
  expect(message.content).toMatchObject([{ type: "compaction", content: SUMMARY }, { text: "So it is." }]);
});

type Params = Anthropic.Beta.Messages.MessageCreateParamsNonStreaming;
