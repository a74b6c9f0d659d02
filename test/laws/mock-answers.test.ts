/** What an answer depends on: its request, and nothing else. */
import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type Reply } from "../../mock-api/index.ts";
import { ask, events } from "../mock-api/exchange.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { anyReply, countingModel } from "../mock-api/replies.ts";
import { law } from "../support/law.ts";

const QUESTION: MessagesRequest = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is my name?" }],
};

test("for example: what one request tells the API, the next does not know", async () => {
  const api = createMockApi({ model: countingModel });
  const first = await ask(api, QUESTION);
  await ask(api, { ...QUESTION, messages: [{ role: "user", content: "My name is Ada." }] });
  expect(await ask(api, QUESTION)).toEqual(first);
});

/** An answer, streamed or not, with all usage left out. */
async function answerWithoutUsage(
  api: ReturnType<typeof createMockApi>,
  request: MessagesRequest,
): Promise<unknown> {
  const told = [await ask(api, request), ...(await events(api, request))];
  return JSON.parse(JSON.stringify(told, (key, value) => (key === "usage" ? undefined : value)));
}

law(
  "stateless-api",
  "the same request gets the same answer whatever came before",
  [anyRequest, fc.array(anyRequest, { maxLength: 5 })],
  async (request, others) => {
    const alone = await answerWithoutUsage(createMockApi({ model: countingModel }), request);
    const busy = createMockApi({ model: countingModel });
    for (const other of others) await ask(busy, other);
    expect(await answerWithoutUsage(busy, request)).toEqual(alone);
    expect(await answerWithoutUsage(busy, request)).toEqual(alone);
  },
  { runs: 60 },
);

law(
  "cold-cache",
  "a cold cache changes the usage of an answer and nothing else",
  [fc.array(anyRequest, { minLength: 1, maxLength: 4 })],
  async (requests) => {
    const warm = createMockApi({ model: countingModel });
    for (const request of [...requests, ...requests]) {
      const cold = createMockApi({ model: countingModel });
      expect(await answerWithoutUsage(warm, request)).toEqual(await answerWithoutUsage(cold, request));
    }
  },
  { runs: 40 },
);

/** The message as the real client hands it out, streamed or not; `parsed_output` is the client's own. */
async function throughClient(request: MessagesRequest, reply: Reply, streamed: boolean): Promise<unknown> {
  const api = createMockApi({ model: [reply] });
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 });
  const params = request as unknown as Anthropic.MessageCreateParamsNonStreaming;
  const message = streamed
    ? await client.messages.stream(params).finalMessage()
    : await client.messages.create(params);
  const { parsed_output: _client, ...sent } = JSON.parse(JSON.stringify(message)) as Record<string, unknown>;
  return sent;
}

law(
  "stream-equals-json",
  "a stream and a plain answer carry the same message",
  [anyRequest, anyReply],
  async (request, reply) => {
    expect(await throughClient(request, reply, true)).toEqual(await throughClient(request, reply, false));
  },
  { runs: 60 },
);
