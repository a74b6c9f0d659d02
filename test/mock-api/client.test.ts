/** The mock under the real client, over msw and by an injected fetch. */
import Anthropic from "@anthropic-ai/sdk";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  createMockApi,
  FAULTS,
  type Mishap,
  type MockApi,
  mswHandlers,
  type Reply,
} from "../../mock-api/index.ts";

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
  const { content } = await clientOf(HI).beta.messages.create({
    ...PARAMS,
    betas: ["context-management-2025-06-27"],
  });
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

/** A client whose mock meets a fault at its first call, over msw or by an injected fetch. */
function faultyClient(way: string, fault: Mishap, options: object = {}): Anthropic {
  const api = createMockApi({ model: [HI], faults: [fault] });
  server.use(...mswHandlers(api));
  return new Anthropic({ apiKey: "test", ...options, ...(way === "fetch" && { fetch: api.fetch }) });
}

/** A reset has no header that says when to try again: the client waits half a second. */
const RETRIED: [fault: string, Mishap][] = [
  ["429", FAULTS.rate_limited],
  ["500", FAULTS.server_error],
  ["529", FAULTS.overloaded],
  ["a reset", FAULTS.reset],
];

describe.each(["msw", "fetch"])("over %s", (way) => {
  test.each(RETRIED)(
    "MR-107: the client retries %s, streamed or not, and the reply is not lost",
    async (_, fault) => {
      for (const streamed of [true, false]) {
        const { messages } = faultyClient(way, fault);
        const answer = streamed ? messages.stream(PARAMS).finalMessage() : messages.create(PARAMS);
        expect((await answer).content).toMatchObject([{ text: "Hi." }]);
      }
    },
  );

  test("MR-70, MR-107: an error in the middle of a stream has a type and no status, and is not retried", async () => {
    const client = faultyClient(way, FAULTS.mid_stream_error);
    await expect(client.messages.stream(PARAMS).finalMessage()).rejects.toMatchObject({
      status: undefined,
      type: "overloaded_error",
    });
    expect((await client.messages.create(PARAMS)).content).toMatchObject([{ text: "Hi." }]);
  });

  test("MR-70: a reset in the middle of a stream is an error, and is not retried", async () => {
    const client = faultyClient(way, { fault: "reset", after_events: 3 });
    await expect(client.messages.stream(PARAMS).finalMessage()).rejects.toThrow("terminated");
    expect((await client.messages.create(PARAMS)).content).toMatchObject([{ text: "Hi." }]);
  });

  test.each<Mishap>([{ fault: "truncate" }, { fault: "truncate", after_bytes: 500 }])(
    "MR-70, MR-110: a stream that only ends is an error, %j",
    async (fault) => {
      const client = faultyClient(way, fault);
      const message = client.messages.stream(PARAMS).finalMessage();
      await expect(message).rejects.toThrow(/stream ended without|request ended without/);
    },
  );

  test.each<Mishap>([{ fault: "hang" }, { fault: "hang", after_events: 2 }])(
    "a client that waits no longer ends a hang, %j",
    async (fault) => {
      const client = faultyClient(way, fault, { maxRetries: 0, timeout: 50 });
      const stream = client.messages.stream(PARAMS);
      if (fault.after_events !== undefined) stream.once("streamEvent", () => stream.abort());
      const ended =
        fault.after_events === undefined ? Anthropic.APIConnectionTimeoutError : Anthropic.APIUserAbortError;
      await expect(stream.finalMessage()).rejects.toBeInstanceOf(ended);
    },
  );
});

test("a scripted error is a reply: the retry takes the next one", async () => {
  const api = createMockApi({ model: [{ status: 529, headers: { "retry-after-ms": "1" } }, HI] });
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch });
  expect((await client.messages.create(PARAMS)).content).toMatchObject([{ text: "Hi." }]);
});

test("MR-71: what the client does not know, events and deltas, does not disturb it", async () => {
  const client = clientOf({
    ...HI,
    delivery: {
      extra_events: [
        { at: 0, event: { type: "weather_report", sky: "clear" } },
        {
          at: 2,
          event: { type: "content_block_delta", index: 0, delta: { type: "colour_delta", colour: 7 } },
        },
        { at: 4, event: { type: "weather_report", sky: "grey" } },
      ],
    },
  });
  const seen: string[] = [];
  const stream = client.messages.stream(PARAMS).on("streamEvent", ({ type }) => seen.push(type));
  expect((await stream.finalMessage()).content).toEqual([{ type: "text", text: "Hi.", citations: null }]);
  expect(seen).toContain("weather_report");
});

test("MR-72: the input of an eager call that is cut arrives as far as it was written", async () => {
  const input = { path: "a.txt", text: "a long text, word by word ".repeat(20) };
  const client = clientOf({ content: [{ type: "tool_use", name: "write", input }] });
  const tools = [{ name: "write", input_schema: { type: "object" as const }, eager_input_streaming: true }];
  const json: string[] = [];
  const stream = client.messages.stream({ ...PARAMS, max_tokens: 60, tools });
  stream.on("inputJson", (piece) => json.push(piece));
  const message = await stream.finalMessage();
  expect(message).toMatchObject({ stop_reason: "max_tokens", content: [{ input: { path: "a.txt" } }] });
  expect(json.join("").length).toBeGreaterThan(100);
  expect(JSON.stringify(input).startsWith(json.join(""))).toBe(true);
});

test.each(["msw", "fetch"])("an abort over %s reaches the mock", async (way) => {
  let reached = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const sleep = (): Promise<never> => {
    reached();
    return new Promise(() => {});
  };
  const api: MockApi = createMockApi({ model: [{ ...HI, delay_ms: 60_000 }], sleep });
  server.use(...mswHandlers(api));
  const client = new Anthropic({
    apiKey: "test",
    maxRetries: 0,
    ...(way === "fetch" && { fetch: api.fetch }),
  });
  const stream = client.messages.stream(PARAMS);
  const ended = expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError);
  await waiting;
  stream.abort();
  await ended;
});

test("another base URL, and a path the API does not have", async () => {
  server.use(...mswHandlers(createMockApi({ model: [HI] }), "http://localhost:4010/"));
  const client = new Anthropic({ apiKey: "test", maxRetries: 0, baseURL: "http://localhost:4010" });
  expect((await client.messages.create(PARAMS)).stop_reason).toBe("end_turn");
  await expect(client.models.list()).rejects.toBeInstanceOf(Anthropic.NotFoundError);
});
