/** Clients that people use, against the server, each as it comes. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { generateText, stepCountIs, streamText, tool } from "ai";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  createMockApi,
  type MockCall,
  type MockOptions,
  type Reply,
  serveMock,
} from "../../mock-api/index.ts";
import { CLIENT_BETAS, CLIENT_REQUEST, clientHeaders, clientStep, TITLE_REQUEST } from "./recorded-client.ts";

const QUESTION = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "hello" }],
};
const HI: Reply = {
  content: [
    { type: "thinking", thinking: "…" },
    { type: "text", text: "Hi 🎉." },
  ],
};

/** A server for one test, and what it was asked. */
async function serving(options: Omit<MockOptions, "onCall">): Promise<{ url: string; calls: MockCall[] }> {
  const calls: MockCall[] = [];
  const server = await serveMock(createMockApi({ ...options, onCall: (call) => calls.push(call) }));
  onTestFinished(() => server.close(0));
  return { url: server.url, calls };
}

const textsIn = (content: readonly { type: string }[]) =>
  content.flatMap((block) => ("text" in block ? [block.text] : [])).join("");

test("the official SDK: a plain and a streamed answer, and a count", async () => {
  const { url } = await serving({ model: () => HI });
  const client = new Anthropic({ apiKey: "test", baseURL: url });
  const plain = await client.messages.create(QUESTION);
  const streamed = await client.messages.stream(QUESTION).finalMessage();
  expect(textsIn(plain.content)).toBe("Hi 🎉.");
  expect(JSON.stringify(streamed.content)).toBe(JSON.stringify(plain.content));
  const { input_tokens } = await client.messages.countTokens({
    model: QUESTION.model,
    messages: QUESTION.messages,
  });
  expect(input_tokens).toBe(plain.usage.input_tokens);
});

test("the official SDK: a refusal has its class, its type and the id of the request", async () => {
  const { url } = await serving({ model: () => HI });
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const refused = client.messages.create({ ...QUESTION, model: "claude-2" });
  await expect(refused).rejects.toBeInstanceOf(Anthropic.NotFoundError);
  await expect(refused).rejects.toMatchObject({
    type: "not_found_error",
    requestID: expect.stringMatching(/^req_/),
  });
});

/** Ten calls, one after the other, then the sum of what they brought. */
const TEN_STEPS: Reply[] = [
  ...Array.from(
    { length: 10 },
    (_, at): Reply => ({
      content: [
        { type: "thinking", thinking: `step ${at}` },
        { type: "tool_use", name: "roll", input: { die: at } },
      ],
    }),
  ),
  { content: [{ type: "text", text: "All ten were rolled." }] },
];

test.each([
  ["with the whole history each time", { thread: false as const }],
  ["over a thread, where only what is new is sent", {}],
])("the official SDK's tool runner completes a task of ten steps, %s", async (_, threading) => {
  const { url, calls } = await serving({ model: TEN_STEPS });
  const client = new Anthropic({ apiKey: "test", baseURL: url, maxRetries: 0 });
  const rolled: number[] = [];
  const roll = betaZodTool({
    name: "roll",
    description: "Rolls a die.",
    inputSchema: z.object({ die: z.number().int() }),
    run: ({ die }) => {
      rolled.push(die);
      return `die ${die}: ${(die % 6) + 1}`;
    },
  });
  const done = await client.beta.messages.toolRunner({ ...QUESTION, ...threading, tools: [roll] });
  expect(textsIn(done.content)).toBe("All ten were rolled.");
  expect(rolled).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(calls.map(({ status }) => status)).toEqual(Array(11).fill(200));
  const threads = calls.map(({ request }) => (request as { thread?: { type: string } }).thread?.type);
  if ("thread" in threading) expect(threads).toEqual(Array(11).fill(undefined));
  else expect(threads).toEqual(["create", ...Array(10).fill("continue")]);
});

/** A call, then words about it. */
const WEATHER: Reply[] = [
  { content: [{ type: "tool_use", name: "weather", input: { city: "Osaka" } }] },
  { content: [{ type: "text", text: "Rain in Osaka." }] },
];
const WEATHER_TOOLS = {
  weather: tool({
    description: "The weather of a city.",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `rain in ${city}`,
  }),
};

test.each(["generateText", "streamText"])("the Vercel AI SDK: %s with a tool", async (way) => {
  const { url, calls } = await serving({ model: WEATHER });
  const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: "test" });
  const asked = {
    model: anthropic("claude-opus-5"),
    tools: WEATHER_TOOLS,
    stopWhen: stepCountIs(5),
    prompt: "What is the weather like?",
    maxRetries: 0,
  };
  const done = way === "generateText" ? await generateText(asked) : streamText(asked);
  expect(await done.text).toBe("Rain in Osaka.");
  expect((await done.steps).flatMap(({ toolResults }) => toolResults)).toMatchObject([
    { toolName: "weather", output: "rain in Osaka" },
  ]);
  expect((await done.totalUsage).inputTokens).toBeGreaterThan(0);
  expect(calls.map(({ status }) => status)).toEqual([200, 200]);
});

/** What curl prints. It has to be installed: without it this fails, and says so. */
async function curl(...args: string[]): Promise<string> {
  const common = ["--silent", "--show-error", "--no-buffer", "--max-time", "10"];
  const { stdout } = await promisify(execFile)("curl", [...common, ...args]);
  return stdout;
}

test("curl: a plain answer, a stream, a look whether anyone is there, and an error", async () => {
  const { url } = await serving({ model: () => HI });
  const headers = ["-H", "x-api-key: test", "-H", "anthropic-version: 2023-06-01"];
  const post = (body: object) =>
    curl(
      `${url}/v1/messages`,
      ...headers,
      "-H",
      "content-type: application/json",
      "-d",
      JSON.stringify(body),
    );
  expect(JSON.parse(await post(QUESTION))).toMatchObject({ type: "message", stop_reason: "end_turn" });
  const events = [...(await post({ ...QUESTION, stream: true })).matchAll(/^event: (\w+)$/gm)].map(
    ([, name]) => name,
  );
  expect([events[0], events.at(-1)]).toEqual(["message_start", "message_stop"]);
  expect(await curl("--head", `${url}/api/hello`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(JSON.parse(await post({ ...QUESTION, messages: [] }))).toMatchObject({ type: "error" });
});

test("curl: a body that is too large is refused with 413, not with a broken connection", async () => {
  const { url } = await serving({ model: () => HI });
  const args = ["-H", "x-api-key: test", "-H", "anthropic-version: 2023-06-01", "--data-binary", "@-"];
  const sent = promisify(execFile)("curl", ["--silent", "--show-error", `${url}/v1/messages`, ...args]);
  sent.child.stdin?.end(Buffer.alloc(33 * 1024 * 1024, " "));
  expect(JSON.parse((await sent).stdout)).toEqual({
    error: { type: "request_too_large", message: "Request exceeds the maximum size" },
  });
});

test("O-31 to O-34: the recorded client's requests are taken as they come, over a turn with a tool", async () => {
  const model: Reply[] = [
    {
      content: [
        { type: "thinking", thinking: "…" },
        { type: "text", text: "I will look." },
        { type: "tool_use", id: "toolu_1", name: "Tool3", input: { file_path: "a.txt" } },
      ],
    },
    HI,
  ];
  const { url, calls } = await serving({ model });
  expect((await fetch(`${url}/api/hello`, { method: "HEAD" })).status).toBe(200);
  const post = (body: object) =>
    fetch(`${url}/v1/messages?beta=true`, {
      method: "POST",
      headers: clientHeaders(),
      body: JSON.stringify(body),
    });
  const first = await answerIn(await post(CLIENT_REQUEST));
  const second = await answerIn(await post(clientStep(first)));
  expect(textsIn(second)).toBe("Hi 🎉.");
  expect(calls.map(({ status, refusal }) => [status, refusal])).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  expect(calls[1]?.usage?.cache_read_input_tokens).toBeGreaterThan(0);
});

test.each(CLIENT_BETAS)("O-31: its beta %s is known", async (beta) => {
  const { url } = await serving({ model: () => HI });
  const init = { method: "POST", headers: clientHeaders([beta]), body: JSON.stringify(QUESTION) };
  expect((await fetch(`${url}/v1/messages?beta=true`, init)).status).toBe(200);
});

test("O-31: its count for /context is taken", async () => {
  const { url } = await serving({ model: () => HI });
  const { model, messages, tools, system } = CLIENT_REQUEST;
  const body = JSON.stringify({ model, messages, tools, system });
  const init = { method: "POST", headers: clientHeaders(), body };
  const answer = await fetch(`${url}/v1/messages/count_tokens?beta=true`, init);
  expect(await answer.json()).toEqual({ input_tokens: expect.any(Number) });
});

test("O-35: its request for a title is taken", async () => {
  const { url } = await serving({
    model: () => ({ content: [{ type: "text", text: '{"title":"Hello"}' }] }),
  });
  const init = { method: "POST", headers: clientHeaders(), body: JSON.stringify(TITLE_REQUEST) };
  const answer = await fetch(`${url}/v1/messages?beta=true`, init);
  expect([answer.status, textsIn(await answerIn(answer))]).toEqual([200, '{"title":"Hello"}']);
});

/** The content that a stream carries, put together by the official client. */
async function answerIn(response: Response): Promise<Anthropic.ContentBlock[]> {
  const client = new Anthropic({ apiKey: "test", fetch: async () => response, maxRetries: 0 });
  return (await client.messages.stream(QUESTION).finalMessage()).content;
}
