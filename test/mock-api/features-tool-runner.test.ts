/** The official client's own helpers against the server's features: the tool runner, threads, compaction. */
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type MockCall, type Reply } from "../../mock-api/index.ts";

/** Calls the tool three times, then says how often it was called; a summary when it is asked for one. */
function threeSteps({ messages, compaction }: MessagesRequest): Reply {
  if (compaction) return { content: [{ type: "text", text: "Some steps were done." }] };
  const done = messages.filter(({ content }) => JSON.stringify(content).includes("tool_result")).length;
  if (done === 3) return { content: [{ type: "text", text: `Done after ${done} steps.` }] };
  return { content: [{ type: "tool_use", name: "step", input: { number: done + 1 } }] };
}

const step = betaTool({
  name: "step",
  description: "Does one step.",
  inputSchema: { type: "object", properties: { number: { type: "number" } }, required: ["number"] },
  run: ({ number }: { number: number }) => `step ${number} done`,
});

const PARAMS = {
  model: "claude-opus-5",
  max_tokens: 1_000,
  messages: [{ role: "user" as const, content: "Do three steps." }],
  tools: [step],
};

function connected(): { client: Anthropic; told: MockCall[]; sent: MessagesRequest[] } {
  const told: MockCall[] = [];
  const sent: MessagesRequest[] = [];
  const api = createMockApi({ model: threeSteps, onCall: (call) => told.push(call) });
  const fetch: typeof globalThis.fetch = (input, init) => {
    sent.push(JSON.parse(String(init?.body)) as MessagesRequest);
    return api.fetch(input, init);
  };
  return { client: new Anthropic({ apiKey: "test", fetch, maxRetries: 0 }), told, sent };
}

test.each([false, true])(
  "the tool runner comes to the same message with a thread and without (stream: %s)",
  async (stream) => {
    const threaded = connected();
    const plain = connected();
    const one = await threaded.client.beta.messages.toolRunner({ ...PARAMS, stream }).runUntilDone();
    const other = await plain.client.beta.messages
      .toolRunner({ ...PARAMS, stream, thread: false })
      .runUntilDone();
    // Streamed, the client puts the fields of a block in another order than it received them: another request.
    expect({ ...one, id: stream ? other.id : one.id }).toEqual(other);
    expect(one.content).toMatchObject([{ type: "text", text: "Done after 3 steps." }]);
    expect(threaded.sent.map(({ messages }) => messages.length)).toEqual([1, 1, 1, 1]);
    expect(plain.sent.map(({ messages }) => messages.length)).toEqual([1, 3, 5, 7]);
    expect([...threaded.told, ...plain.told].map(({ status }) => status)).toEqual(Array(8).fill(200));
  },
);

test("a thread of the client goes on turn by turn, and says everything again when the server lost it", async () => {
  let now = 0;
  const sizes: number[] = [];
  const api = createMockApi({
    now: () => now,
    model: ({ messages }) => ({ content: [{ type: "text", text: `${messages.length}` }] }),
  });
  const fetch: typeof globalThis.fetch = (input, init) => {
    sizes.push((JSON.parse(String(init?.body)) as MessagesRequest).messages.length);
    return api.fetch(input, init);
  };
  const client = new Anthropic({ apiKey: "test", fetch, maxRetries: 0 });
  const thread = client.beta.messages.thread({ model: "claude-opus-5", max_tokens: 100 });
  const said = async (): Promise<unknown> =>
    (await thread.send({ role: "user", content: "hello" })).content[0];
  expect(await said()).toMatchObject({ text: "1" });
  expect(await said()).toMatchObject({ text: "3" });
  now += 6 * 60_000;
  expect(await said()).toMatchObject({ text: "5" });
  expect(sizes).toEqual([1, 1, 1, 5]);
});

test("the tool runner compacts between two turns and goes on behind the summary", async () => {
  const { client, told } = connected();
  const runner = client.beta.messages.toolRunner({
    ...PARAMS,
    betas: ["compact-2026-09-04"],
    max_iterations: 3,
  });
  const reasons: unknown[] = [];
  for await (const message of runner) {
    reasons.push(message.stop_reason);
    if (reasons.length === 1) runner.compactBeforeNextTurn();
  }
  expect(reasons).toEqual(["tool_use", "compaction", "tool_use", "tool_use"]);
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
