import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi } from "#mock-api";

test("a result without its call is refused, in the API's words", async () => {
  const api = createMockApi({ model: [] });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch, maxRetries: 0 });
  const asked = client.messages.create({
    model: "claude-opus-5",
    max_tokens: 100,
    messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] }],
  });
  await expect(asked).rejects.toThrow("unexpected `tool_use_id` found in `tool_result` blocks: toolu_1");
});
