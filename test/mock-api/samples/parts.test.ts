import { expect, test } from "vitest";
import {
  countTokens,
  createMockApi,
  intercept,
  KNOWN_BETAS,
  type MessagesRequest,
  parseScript,
  RULES,
  refusal,
} from "#mock-api";

const body: MessagesRequest = {
  model: "claude-haiku-4-5",
  max_tokens: 100,
  temperature: 0.5,
  messages: [{ role: "user", content: "hi" }],
};

test("the rules alone: of which version, endpoint, betas a body is", () => {
  expect(refusal(body)?.rule).toBe("MR-3"); // By the newest version, with every beta.
  expect(refusal(body, { version: "2023-06-01", betas: [] })).toBeNull();
  expect(refusal(body, { rules: { "MR-3": false } })).toBeNull();
  expect(RULES.find(({ id }) => id === "MR-3")).toMatchObject({ kind: "refusal", confidence: "H" });
  expect(KNOWN_BETAS).toContain("context-management-2025-06-27");
});

test("a script from a file is read with what is wrong with it; a prompt is measured", () => {
  expect(() => parseScript([{ contents: [] }])).toThrow('"contents" is not a field of a reply');
  expect(countTokens(body)).toBeGreaterThan(0);
});

test("in the network's place, for the whole process, without a server of msw's", async () => {
  const mock = intercept(
    createMockApi({ model: parseScript([{ content: [{ type: "text", text: "Hi." }] }]) }),
  );
  const answer = await fetch("https://api.anthropic.com/v1/messages", {
    method: "POST",
    headers: { "x-api-key": "any", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  expect(await answer.json()).toMatchObject({ content: [{ text: "Hi." }] });
  mock.close();
});
