import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { cost, createMockApi, type Reply } from "#mock-api";

test("the second request reads what the first one wrote, until the time is up", async () => {
  let now = 0;
  const model = (): Reply => ({ content: [{ type: "text", text: "Yes." }] });
  const api = createMockApi({ model, now: () => now });
  const client = new Anthropic({ apiKey: "any", fetch: api.fetch });
  const ask = async () => {
    const { usage } = await client.messages.create({
      model: "claude-opus-5",
      max_tokens: 100,
      system: [{ type: "text", text: "Be brief. ".repeat(400), cache_control: { type: "ephemeral" } }],
      messages: [{ role: "user", content: "hi" }],
    });
    return usage;
  };
  const cold = await ask();
  const warm = await ask();
  now += 6 * 60_000;
  const late = await ask();
  // Relations, never figures: the mock's tokens are an estimate.
  expect(cold.cache_creation_input_tokens).toBeGreaterThan(0);
  expect(warm.cache_read_input_tokens).toBe(cold.cache_creation_input_tokens);
  expect(late.cache_read_input_tokens).toBe(0);
  expect(cost(warm, "claude-opus-5").total).toBeLessThan(cost(cold, "claude-opus-5").total);
});
