import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { createMockApi, type Reply } from "#mock-api";

const thinks: Reply = {
  content: [
    { type: "thinking", thinking: "Hm." },
    { type: "text", text: "Yes." },
  ],
};
const hi: Anthropic.MessageParam = { role: "user", content: "hi" };

/** Two turns, the second one under another system prompt. */
async function changedPrompt(model: string, rules: Record<string, boolean> = {}): Promise<string | null> {
  const client = new Anthropic({ apiKey: "any", fetch: createMockApi({ model: () => thinks, rules }).fetch });
  const first = await client.messages.create({ model, max_tokens: 100, system: "one", messages: [hi] });
  const messages = [hi, { role: "assistant" as const, content: first.content }, hi];
  return (await client.messages.create({ model, max_tokens: 100, system: "two", messages })).stop_reason;
}

test("a changed system prompt breaks the thinking of claude-opus-5-5, and not that of claude-opus-5", async () => {
  await expect(changedPrompt("claude-opus-5-5")).rejects.toThrow(
    "The block is bound to a different conversation",
  );
  expect(await changedPrompt("claude-opus-5")).toBe("end_turn");
});

test("an older account is not held to it", async () => {
  expect(await changedPrompt("claude-opus-5-5", { "MR-46/enforced": false })).toBe("end_turn");
});
