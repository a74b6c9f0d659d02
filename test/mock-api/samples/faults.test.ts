import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, FAULTS, type Reply } from "#mock-api";

const asked: Anthropic.MessageCreateParamsNonStreaming = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "hi" }],
};
const hello: Reply = { content: [{ type: "text", text: "Hello 👋" }] };

test("429: the client is told when to come back, and comes back", async () => {
  const tooMany = { ...FAULTS.rate_limited, headers: { "retry-after": "1" } };
  const api = createMockApi({ model: [hello], faults: [tooMany] });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  expect((await client.messages.create(asked)).stop_reason).toBe("end_turn");
});

test("an error in the middle of a stream is not tried again by the client", async () => {
  // message_start, content_block_start, a ping, and then the error.
  const broken: Reply = {
    ...hello,
    error: { type: "overloaded_error", message: "Overloaded" },
    after_events: 3,
  };
  const api = createMockApi({ model: [broken] });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  await expect(client.messages.stream(asked).finalText()).rejects.toThrow("Overloaded");
});

test("any cut of the bytes is a legal delivery, also inside of a character", async () => {
  const api = createMockApi({
    model: () => hello,
    delivery: { chunk_bytes: 1, delta_chars: 2, pings: [0, 3], comments: true },
  });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  expect(await client.messages.stream(asked).finalText()).toBe("Hello 👋");
});
