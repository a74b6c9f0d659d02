/** What the official client does by itself, as far as a harness relies on it: a fact that changes is noticed here. */
import { readFileSync } from "node:fs";
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi } from "../../mock-api/index.ts";

const QUESTION = {
  max_tokens: 100,
  model: "claude-opus-5",
  messages: [{ role: "user", content: "m0" }],
} as const;

/** A client that keeps what it sends; the mock answers it. */
function listening(): { client: Anthropic; sent: Request[] } {
  const sent: Request[] = [];
  const api = createMockApi({ model: () => ({ content: [{ type: "text", text: "a0" }] }) });
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    sent.push(request.clone());
    return api.handle(request);
  };
  const client = new Anthropic({ apiKey: "k0", baseURL: "http://mock.test", maxRetries: 0, fetch });
  return { client, sent };
}

test("MR-106: the address given is the one that is asked, and an answer has ten minutes", async () => {
  const { client, sent } = listening();
  await client.messages.create({ ...QUESTION, messages: [...QUESTION.messages] });
  expect(sent[0]?.url).toBe("http://mock.test/v1/messages");
  expect(client.timeout).toBe(600_000);
});

test("MR-108: a plain request that could take longer than ten minutes is not sent at all", async () => {
  const { client, sent } = listening();
  const ask = (max_tokens: number) =>
    client.messages.create({ ...QUESTION, max_tokens, messages: [...QUESTION.messages] });
  await expect((async () => ask(21_334))()).rejects.toThrow(/[Ss]treaming is/);
  expect(sent).toEqual([]);
  await ask(21_333);
  expect(sent).toHaveLength(1);
});

test("MR-111: the tool runner tells the model of a tool that it does not have", async () => {
  const results: unknown[] = [];
  const api = createMockApi({
    model: ({ messages }) => {
      if (messages.length === 1) return { content: [{ type: "tool_use", name: "Missing", input: {} }] };
      results.push(messages.at(-1)?.content);
      return { content: [{ type: "text", text: "a0" }] };
    },
  });
  const client = new Anthropic({ apiKey: "k0", maxRetries: 0, fetch: api.fetch });
  const runner = client.beta.messages.toolRunner({
    ...QUESTION,
    messages: [...QUESTION.messages],
    tools: [],
    thread: false,
  });
  await runner.runUntilDone();
  expect(JSON.stringify(results)).toContain("Error: Tool 'Missing' not found");
  expect(JSON.stringify(results)).toContain('"is_error":true');
});

test("MR-112: it asks for the newest version, and its key is the bearer of authorization", async () => {
  const { client, sent } = listening();
  await client.messages.create({ ...QUESTION, messages: [...QUESTION.messages] });
  const headers = sent[0]?.headers;
  expect(headers?.get("anthropic-version")).toBe("2026-10-21");
  expect(headers?.get("authorization")).toBe("Bearer k0");
  expect(headers?.get("x-api-key")).toBeNull();
});

test("MR-113: it names no engine, so npm does not say that Node 20 is too old", () => {
  const path = new URL("../../node_modules/@anthropic-ai/sdk/package.json", import.meta.url);
  const manifest = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  expect(manifest["version"]).toBe("1.14.0");
  expect(manifest["engines"]).toBeUndefined();
});
