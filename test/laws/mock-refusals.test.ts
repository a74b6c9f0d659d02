/** What the mock takes and what it refuses. */
import { expect, test } from "vitest";
import { createMockApi, refusal } from "../../mock-api/index.ts";
import { RULES } from "../../mock-api/rules/index.ts";
import { breaks } from "../mock-api/breaks/index.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { law } from "../support/law.ts";

test("for example: a call whose result is missing is refused with the API's own words", () => {
  const messages = [
    { role: "user", content: "List the files." },
    {
      role: "assistant",
      content: [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls" } }],
    },
    { role: "user", content: "And now?" },
  ];
  expect(refusal({ model: "claude-opus-5", max_tokens: 100, messages })).toEqual({
    status: 400,
    type: "invalid_request_error",
    message:
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. " +
      "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    rule: "MR-28",
  });
});

law("legal-accepted", "every legal conversation gets an answer", [anyRequest], async (request) => {
  const api = createMockApi({ model: [{ content: [{ type: "text", text: "a0" }] }] });
  const response = await api.fetch("https://api.anthropic.com/v1/messages", {
    method: "POST",
    body: JSON.stringify(request),
  });
  expect(response.status, await response.text()).toBe(200);
});

law(
  "one-break-one-refusal",
  "a legal request that is broken in one way gets the one refusal of that rule",
  [anyRequest],
  (legal) => {
    expect(refusal(legal)).toBeNull();
    for (const { rule, how, make } of breaks) {
      const { broken, text } = make(legal);
      const refused = { rule, status: 400, type: "invalid_request_error", message: text };
      expect(refusal(broken), how).toEqual(refused);
    }
  },
  { runs: 60 },
);

test("every rule has a way to break it in the law above", () => {
  expect(new Set(breaks.map(({ rule }) => rule))).toEqual(new Set(RULES.map(({ id }) => id)));
});
