/** How many tokens a request is to different models. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens } from "../../mock-api/index.ts";
import { HELLO, request } from "../mock-api/blocks.ts";
import { anyDraft } from "../mock-api/legal-conversations.ts";
import { law } from "../support/law.ts";

test("for example: a greeting is more tokens to Opus 4.7 than to Opus 4.6", () => {
  const greeting = (model: string): number => countTokens(request([HELLO], { model }));
  expect(greeting("claude-opus-4-7")).toBeGreaterThan(greeting("claude-opus-4-6"));
});

const anyNewer = fc.constantFrom("claude-opus-4-7", "claude-opus-5", "claude-haiku-5-5", "claude-fable-5-2");
const anyOlder = fc.constantFrom("claude-opus-4-6", "claude-haiku-4-5-20251001", "claude-sonnet-4-6");

law(
  "newer-counts-more",
  "a request is about 1.3 times as many tokens to a model with the newer tokenizer, and its count is the sum over its parts",
  [anyDraft, anyNewer, anyOlder],
  (draft, newer, older) => {
    const { system, tools = [], messages } = draft;
    const parts = [
      ...tools,
      ...(Array.isArray(system) ? system : system ? [{ type: "text", text: system }] : []),
      ...messages,
    ];
    const counts = [newer, older].map((model) => {
      const whole = countTokens({ ...draft, model });
      expect(parts.reduce((sum, part) => sum + countTokens(part, model), 0)).toBe(whole);
      return whole;
    });
    const blocks = parts.reduce((sum, part) => sum + ("role" in part ? [part.content].flat().length : 1), 0);
    const [more = 0, fewer = 0] = counts;
    expect(Math.abs(more - 1.3 * fewer)).toBeLessThanOrEqual(1.3 * blocks);
    expect(more).toBeGreaterThanOrEqual(fewer);
  },
);
