/** What an answer depends on: its request, and nothing else. */
import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type Reply } from "../../mock-api/index.ts";
import type { AnswerMessage } from "../../mock-api/wire.ts";
import { ask, events } from "../mock-api/exchange.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { anyBetaReply, anyMaxTokens, countingModel } from "../mock-api/replies.ts";
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
async function throughClient(
  request: MessagesRequest,
  reply: Reply,
  { streamed, eager }: { streamed: boolean; eager: boolean },
): Promise<AnswerMessage> {
  const api = createMockApi({ model: [reply] });
  const { messages } = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 }).beta;
  const params = {
    ...(request as unknown as Anthropic.Beta.MessageCreateParamsNonStreaming),
    ...(eager && { betas: ["fine-grained-tool-streaming-2025-05-14"] }),
  };
  const message = streamed ? await messages.stream(params).finalMessage() : await messages.create(params);
  const { parsed_output: _client, ...sent } = JSON.parse(JSON.stringify(message));
  return sent;
}

/** The answer without the input of its last block, and that input: where an eager stream may show more of a cut call. */
function apart(message: AnswerMessage): { rest: AnswerMessage; input: unknown } {
  const last = message.content.at(-1);
  if (last?.type !== "tool_use" && last?.type !== "server_tool_use") return { rest: message, input: {} };
  return {
    rest: { ...message, content: [...message.content.slice(0, -1), { ...last, input: {} }] },
    input: last.input,
  };
}

law(
  "stream-equals-json",
  "a stream and a plain answer carry the same message; only of a cut call may an eager stream show more",
  [anyRequest, anyMaxTokens, anyBetaReply, fc.boolean()],
  async (request, max_tokens, reply, eager) => {
    const roomy = { ...request, max_tokens };
    const plain = await throughClient(roomy, reply, { streamed: false, eager });
    const streamed = await throughClient(roomy, reply, { streamed: true, eager });
    const mayDiffer = eager && plain.stop_reason === "max_tokens";
    expect(mayDiffer ? apart(streamed).rest : streamed).toEqual(mayDiffer ? apart(plain).rest : plain);
    if (mayDiffer) expect(apart(streamed).input).toMatchObject(apart(plain).input as object);
  },
  { runs: 100 },
);
