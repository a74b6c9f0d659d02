/** Ways to break the rules of rules/limits.ts. */
import { countTokens } from "../../../mock-api/index.ts";
import { text, user } from "../blocks.ts";
import type { Break } from "./break.ts";
import { asking, going, onModel } from "./on-model.ts";

const cap = (asked: number, most: number, model: string): string =>
  `max_tokens: ${asked} > ${most}, which is the maximum allowed number of output tokens for ${model}`;
const tools = [{ name: "tool0", input_schema: { type: "object" } }];
const FORMAT = {
  type: "json_schema",
  schema: { type: "object", properties: {}, additionalProperties: false },
};
// A little more than 200,000 tokens to a model with the older tokenizer.
const LONG = "long ".repeat(208_100);

export const ofLimits: Break[] = [
  asking("claude-sonnet-5", "MR-58", "more than the model can write", () => ({ max_tokens: 1_000_000 }), {
    text: cap(1_000_000, 128_000, "claude-sonnet-5"),
  }),
  asking(
    "claude-haiku-4-5-20251001",
    "MR-58",
    "more than an older model can write",
    () => ({ max_tokens: 64_001 }),
    {
      text: cap(64_001, 64_000, "claude-haiku-4-5-20251001"),
    },
  ),
  asking("claude-opus-5", "MR-59/stream", "a pre-warm that streams", () => ({ max_tokens: 0, stream: true })),
  asking("claude-haiku-4-5", "MR-59/thinking", "a pre-warm that thinks", () => ({
    max_tokens: 0,
    thinking: { type: "enabled", budget_tokens: 1_024 },
  })),
  asking("claude-opus-5", "MR-59/format", "a pre-warm in a form", () => ({
    max_tokens: 0,
    output_config: { format: FORMAT },
  })),
  asking(
    "claude-opus-5",
    "MR-59/format",
    "a pre-warm in a form, asked for the older way",
    () => ({ max_tokens: 0, output_format: FORMAT }),
    { headers: { "anthropic-beta": "structured-outputs-2025-12-15" } },
  ),
  asking("claude-opus-5", "MR-59/forced", "a pre-warm that has to call", () => ({
    max_tokens: 0,
    tools,
    tool_choice: { type: "any" },
  })),
  asking(
    "claude-opus-5",
    "MR-59/compaction",
    "a pre-warm that sums up",
    () => ({ max_tokens: 0, compaction: { type: "summarize" } }),
    { headers: { "anthropic-beta": "compact-2026-09-04" } },
  ),
  {
    rule: "MR-56",
    how: "more than the window of a model",
    make: (legal) => {
      const request = onModel(legal, "claude-opus-4-5");
      const broken = { ...request, ...going(user(text(LONG)))(request) };
      return { broken, text: `prompt is too long: ${countTokens(broken)} tokens > 200000 maximum` };
    },
  },
];
