import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { test } from "vitest";
import { createMockApi } from "#mock-api";
import { anyModel } from "#mock-api/generative";

const read: Anthropic.Tool = {
  name: "Read",
  input_schema: { type: "object", properties: { file_path: { type: "string" } }, required: ["file_path"] },
};

/** The harness under test; here the least there is. */
async function turn(client: Anthropic, prompt: string): Promise<void> {
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: prompt }];
  for (let step = 0; step < 20; step += 1) {
    const asked = { model: "claude-opus-5", max_tokens: 1_000, tools: [read], messages };
    const { content, stop_reason } = await client.messages.stream(asked).finalMessage();
    if (stop_reason !== "tool_use") return;
    const calls = content.filter((block) => block.type === "tool_use");
    const results = calls.map(({ id }) => ({
      type: "tool_result" as const,
      tool_use_id: id,
      content: "1\tone",
    }));
    messages.push({ role: "assistant", content }, { role: "user", content: results });
  }
}

test("whatever a model says, no request of the harness is refused", async () => {
  const holds = fc.asyncProperty(anyModel(), async (model) => {
    const client = new Anthropic({ apiKey: "any", fetch: createMockApi({ model }).fetch, maxRetries: 0 });
    await turn(client, "hi");
  });
  await fc.assert(holds, { numRuns: 25 });
});
