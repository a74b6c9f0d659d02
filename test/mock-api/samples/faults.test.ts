import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, FAULTS, type Reply } from "#mock-api";

const asked: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
};
const hello: Reply = { content: [{ type: "text", text: "Hello 👋" }] };

test("the first call is overloaded, the second one succeeds: the client tried again", async () => {
  const api = createMockApi({ model: [hello], faults: [FAULTS.overloaded] });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  expect((await client.messages.create(asked)).stop_reason).toBe("end_turn");
});

test("any cut of the bytes is a legal delivery, also inside of a character", async () => {
  const api = createMockApi({
    model: () => hello,
    delivery: { chunk_bytes: 1, pings: [0, 3], comments: true },
  });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  expect(await client.messages.stream(asked).finalText()).toBe("Hello 👋");
});
