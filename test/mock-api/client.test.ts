/** The mock under the real client, over msw and by an injected fetch. */
import Anthropic from "@anthropic-ai/sdk";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createMockApi, type MockApi, mswHandlers, type Reply } from "../../mock-api/index.ts";

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const PARAMS = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "hello" }],
};
const HI: Reply = { content: [{ type: "text", text: "Hi." }] };

/** A client that speaks to a mock over msw. */
function clientOf(...model: Reply[]): Anthropic {
  server.use(...mswHandlers(createMockApi({ model })));
  return new Anthropic({ apiKey: "test", maxRetries: 0 });
}

test("over msw a plain and a streamed answer arrive", async () => {
  const client = clientOf(HI, HI);
  const plain = await client.messages.create(PARAMS);
  const streamed = await client.messages.stream(PARAMS).finalMessage();
  expect(plain.content).toEqual([{ type: "text", text: "Hi.", citations: null }]);
  expect(streamed.content).toEqual(plain.content);
  expect(streamed.usage).toEqual(plain.usage);
});

test("MR-1: the beta methods reach the same endpoint", async () => {
  const { content } = await clientOf(HI).beta.messages.create({ ...PARAMS, betas: ["some-beta-2026-01-01"] });
  expect(content).toMatchObject([{ text: "Hi." }]);
});

test("MR-109: refusals and scripted errors are the client's own error classes, with the request id", async () => {
  const client = clientOf({ status: 529 });
  const refused = client.messages.create({
    ...PARAMS,
    messages: [{ role: "assistant", content: "me first" }],
  });
  await expect(refused).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  await expect(refused).rejects.toMatchObject({
    requestID: expect.stringMatching(/^req_/),
    type: "invalid_request_error",
  });
  await expect(client.messages.create(PARAMS)).rejects.toMatchObject({
    status: 529,
    type: "overloaded_error",
  });
});

test("MR-107: the client retries an overload, and the retry takes the next reply", async () => {
  const api = createMockApi({ model: [{ status: 529, headers: { "retry-after-ms": "1" } }, HI] });
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch });
  expect((await client.messages.create(PARAMS)).content).toMatchObject([{ text: "Hi." }]);
});

test("MR-70: an error in the middle of a stream has a type and no status", async () => {
  const client = clientOf({ ...HI, error: { type: "overloaded_error", message: "Overloaded" } });
  await expect(client.messages.stream(PARAMS).finalMessage()).rejects.toMatchObject({
    status: undefined,
    type: "overloaded_error",
  });
});

test.each(["msw", "fetch"])("an abort over %s reaches the mock", async (way) => {
  const api: MockApi = createMockApi({ model: [{ ...HI, delay_ms: 60_000 }] });
  server.use(...mswHandlers(api));
  const client = new Anthropic({
    apiKey: "test",
    maxRetries: 0,
    ...(way === "fetch" && { fetch: api.fetch }),
  });
  const stream = client.messages.stream(PARAMS);
  setTimeout(() => stream.abort(), 10);
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
});

test("another base URL, and a path the API does not have", async () => {
  server.use(...mswHandlers(createMockApi({ model: [HI] }), "http://localhost:4010/"));
  const client = new Anthropic({ apiKey: "test", maxRetries: 0, baseURL: "http://localhost:4010" });
  expect((await client.messages.create(PARAMS)).stop_reason).toBe("end_turn");
  await expect(client.models.list()).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});
