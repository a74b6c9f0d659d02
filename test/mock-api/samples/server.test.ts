import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, plainModel, serveMock } from "#mock-api";

test("a client of any kind can be sent to an address", async () => {
  const server = await serveMock(createMockApi({ model: plainModel }), { port: 0 });
  const client = new Anthropic({ apiKey: "any", baseURL: server.url });
  const text = await client.messages
    .stream({
      model: "claude-opus-5",
      max_tokens: 100,
      messages: [{ role: "user", content: "Who are you?" }],
    })
    .finalText();
  expect(text).toContain("a small rule-based stand-in");
  await server.close();
});
