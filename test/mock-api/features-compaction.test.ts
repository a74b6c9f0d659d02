/** A summary on demand, and the conversation behind it (MR-103, MR-118). */
import { describe, expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type MockApi, type Reply } from "../../mock-api/index.ts";
import { assistant, call, HELLO, request, result, text, user } from "./blocks.ts";
import { ask, COUNT_URL, events, send } from "./exchange.ts";

const BETA = { headers: { "anthropic-beta": "compact-2026-09-04" } };
const SUMMARY = "They said hello.";
const TALK = [HELLO, assistant(text("hi")), HELLO];
const COMPACT = { compaction: { type: "summarize" } };
const says = (words: string): Reply => ({ content: [{ type: "text", text: words }] });

interface Answered {
  content: { type: string; content?: string; signature?: string; text?: string }[];
  stop_reason: string;
  usage: Record<string, unknown> & { iterations?: Record<string, unknown>[] };
}

async function answered(api: MockApi, body: object, sending: object = BETA): Promise<Answered> {
  return (await ask(api, body, sending)) as unknown as Answered;
}

test("a summary is asked for with one request, and comes back as one signed block", async () => {
  const api = createMockApi({ model: [says(SUMMARY)] });
  const { content, stop_reason, usage } = await answered(api, request(TALK, COMPACT));
  expect(content).toEqual([{ type: "compaction", content: SUMMARY, signature: expect.any(String) }]);
  expect(stop_reason).toBe("compaction");
  expect(usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
  expect(usage.iterations).toEqual([expect.objectContaining({ type: "compaction" })]);
  expect(usage.iterations?.[0]?.["input_tokens"]).toBeGreaterThan(10);
});

test("a streamed summary arrives whole, without deltas (MR-68)", async () => {
  const api = createMockApi({ model: [says(SUMMARY)] });
  const told = await events(api, request(TALK, COMPACT) as Record<string, unknown>, BETA);
  const kinds = told.map(({ type }) => type).filter((type) => type !== "ping");
  expect(kinds).toEqual([
    "message_start",
    "content_block_start",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(told.find(({ type }) => type === "content_block_start")).toMatchObject({
    content_block: { type: "compaction", content: SUMMARY },
  });
});

test("the model is asked with a prompt of its own, or with the instructions of the request", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return says(SUMMARY);
    },
  });
  await answered(api, request(TALK, COMPACT));
  await answered(api, request(TALK, { compaction: { type: "summarize", instructions: "Just names." } }));
  await answered(api, request(TALK, { compaction: { type: "summarize", instructions: " " } }));
  const prompts = shown.map(({ messages }) => messages.at(-1)?.content);
  expect(prompts).toEqual([expect.stringContaining("Summarize"), "Just names.", prompts[0]]);
});

describe("without a summary the answer is empty and says why", () => {
  test.each<[string, Reply, object]>([
    ["tool_use", { content: [{ type: "tool_use", name: "Read", input: {} }] }, {}],
    ["refusal", { content: [], stop_reason: "refusal" }, {}],
    ["end_turn", { content: [] }, {}],
    ["max_tokens", says("long ".repeat(400)), { max_tokens: 10 }],
  ])("%s", async (reason, reply, more) => {
    const api = createMockApi({ model: [reply] });
    const { content, stop_reason, usage } = await answered(api, request(TALK, { ...COMPACT, ...more }));
    expect({ content, stop_reason }).toEqual({ content: [], stop_reason: reason });
    expect(usage.iterations).toHaveLength(1);
  });
});

test("a summary can fail for a reason that passes: 529, with a code", async () => {
  const details = { error_code: "compaction_unavailable" };
  const api = createMockApi({
    model: [{ status: 529, error: { message: "Try again.", details } }, says(SUMMARY)],
  });
  const failed = await send(api, request(TALK, COMPACT), BETA);
  expect(failed.status).toBe(529);
  expect(await failed.json()).toMatchObject({ error: { type: "overloaded_error", details } });
  expect((await answered(api, request(TALK, COMPACT))).stop_reason).toBe("compaction");
});

test("a later request begins with the block, and the model reads the summary in place of what it stands for", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return says(SUMMARY);
    },
  });
  const { content } = await answered(api, request(TALK, COMPACT));
  const kept = assistant(text("hi again"));
  await answered(api, request([assistant(...content), kept, HELLO]));
  expect(shown[1]?.messages).toEqual([assistant({ type: "compaction", content: SUMMARY }), kept, HELLO]);
  await answered(api, request([user(...content, text("And now?"))]));
  expect(shown[2]?.messages).toEqual([user({ type: "compaction", content: SUMMARY }, text("And now?"))]);
});

test("to compact again takes the old summary and what came after it, though the assistant spoke last", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("More of it.")] });
  const { content } = await answered(api, request(TALK, COMPACT));
  const again = await answered(api, request([assistant(...content), HELLO, assistant(text("yes"))], COMPACT));
  expect(again.content[0]).toMatchObject({ type: "compaction", content: "More of it." });
});

test("count_tokens honors the block and ignores the parameter (MR-99)", async () => {
  const api = createMockApi({ model: [says(SUMMARY)] });
  const { content } = await answered(api, request(TALK, COMPACT));
  const tools = [{ name: "t", input_schema: { type: "object" } }];
  const behind = { model: "claude-opus-5", messages: [assistant(...content), HELLO], tools };
  const counted = { ...BETA, url: COUNT_URL };
  const plain = await ask(api, behind, counted);
  const stop = { ...behind, ...COMPACT, tool_choice: { type: "any" } };
  expect(await ask(api, stop, counted)).toEqual(plain);
  expect(plain["input_tokens"]).toBeLessThan(60);
});

describe("MR-118: thinking in the turns that were kept behind a summary", () => {
  const MODEL = { model: "claude-opus-5-5", system: "Be brief." };
  const THINKING: Reply = {
    content: [
      { type: "thinking", thinking: "Hm." },
      { type: "text", text: "Well." },
    ],
  };

  /** A conversation in which a turn was taken while the summary of all before it was written. */
  async function keptTurn(kept: object[] = [], more: object = {}, model = MODEL): Promise<Response> {
    const api = createMockApi({ model: [THINKING, THINKING, says(SUMMARY), says("Fine.")] });
    const first = await answered(api, request([HELLO], model));
    const before = [HELLO, assistant(...(first.content as never[]))];
    const second = await answered(api, request([...before, HELLO], model));
    const { content } = await answered(api, request(before, { ...model, ...COMPACT }));
    const turn = kept.length > 0 ? kept : [HELLO];
    const messages = [assistant(...content), ...turn, assistant(...(second.content as never[])), HELLO];
    return send(api, request(messages, { ...model, ...more }), BETA);
  }

  test("holds when they follow unchanged", async () => {
    const response = await keptTurn();
    expect(response.status, await response.text()).toBe(200);
  });

  test.each([
    ["holds when it answers what was summarized last", [HELLO], [], 200],
    ["does not hold when what is kept begins with the role that was summarized last", [HELLO], [HELLO], 400],
  ])("%s", async (_what, summarized, kept, status) => {
    const api = createMockApi({ model: [says(SUMMARY), THINKING, says("Fine.")] });
    const { content } = await answered(api, request(summarized, { ...MODEL, ...COMPACT }));
    const answer = await answered(api, request([...summarized, ...kept], MODEL));
    const turn = assistant(...(answer.content as never[]));
    const next = await send(api, request([assistant(...content), ...kept, turn, HELLO], MODEL), BETA);
    expect(next.status, await next.text()).toBe(status);
  });

  test.each<[string, object[], object]>([
    ["a kept turn changed", [user(text("hello!"))], {}],
    ["a turn in front of it", [HELLO, assistant(text("hi")), HELLO], {}],
    ["another system prompt", [], { system: "Be long." }],
  ])("does not hold behind %s", async (_what, kept, more) => {
    const response = await keptTurn(kept, more);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("bound to a different conversation") },
    });
  });
});

test("a tool loop goes on behind a summary of all before its prompt", async () => {
  const api = createMockApi({ model: [says(SUMMARY), says("Done.")] });
  const { content } = await answered(api, request(TALK, COMPACT));
  const loop = [assistant(...content), HELLO, assistant(call("toolu_1")), user(result("toolu_1"))];
  expect((await answered(api, request(loop))).content[0]).toMatchObject({ text: "Done." });
});
