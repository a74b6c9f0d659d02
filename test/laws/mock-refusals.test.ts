/** What the mock takes and what it refuses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createMockApi,
  type ErrorDetails,
  type MessagesRequest,
  type MockCall,
  RULES,
  refusal,
} from "../../mock-api/index.ts";
import { switchOf } from "../../mock-api/rules/rule.ts";
import type { Break } from "../mock-api/breaks/break.ts";
import { breaks } from "../mock-api/breaks/index.ts";
import { send } from "../mock-api/exchange.ts";
import { anyDraft } from "../mock-api/legal-conversations.ts";
import { signed } from "../mock-api/signing.ts";
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

law("legal-accepted", "every legal conversation gets an answer", [anyDraft], async (draft) => {
  const api = createMockApi({ model: [{ content: [{ type: "text", text: "a0" }] }] });
  const response = await send(api, signed(draft));
  expect(response.status, await response.text()).toBe(200);
});

function ruleOf({ rule, part }: { rule?: string; part?: string } = {}): string | undefined {
  return part === undefined ? rule : `${rule}/${part}`;
}

/** The refusal of a broken request as client and mock see it. */
async function refusalOf({ make, rules = {}, apiKeys }: Break, legal: MessagesRequest): Promise<unknown> {
  const { broken, ...sending } = make(legal);
  const told: MockCall[] = [];
  const api = createMockApi({
    model: () => ({}),
    rules,
    ...(apiKeys && { apiKeys }),
    onCall: (call) => told.push(call),
  });
  const response = await send(api, signed(broken), sending);
  const body = (await response.json()) as {
    error?: { type: string; message: string; details?: ErrorDetails };
  };
  const { type, message, details } = body.error ?? {};
  return {
    rule: ruleOf(told[0]?.refusal),
    status: response.status,
    type,
    ...(sending.text !== undefined && { text: message }),
    ...(sending.code !== undefined && { code: details?.error_code }),
  };
}

/** There are more ways than can be tried on every request: each request has its turn with some of them. */
const anyTurn = fc.nat({ max: 7 });

law(
  "one-break-one-refusal",
  "a legal request that is broken in one way gets the one refusal of that rule",
  [anyDraft, anyTurn],
  async (legal, turn) => {
    for (const broken of breaks.filter(({ costly }, nth) => (nth + turn) % (costly ? 8 : 4) === 0)) {
      const { rule, how } = broken;
      const { text, status = 400, type = "invalid_request_error", code } = broken.make(legal);
      const refused = {
        rule,
        status,
        type,
        ...(text !== undefined && { text }),
        ...(code !== undefined && { code }),
      };
      expect(await refusalOf(broken, legal), how).toEqual(refused);
    }
  },
  { runs: 60, timeout: 60_000 },
);

test("every refusal in the table has a way to break it in the law above", () => {
  const refusals = RULES.filter(({ kind }) => kind === "refusal").map(switchOf);
  const broken = new Set(breaks.map(({ rule }) => rule));
  expect(refusals.filter((rule) => !broken.has(rule))).toEqual([]);
  expect([...broken].filter((rule) => !refusals.includes(rule))).toEqual([]);
  console.log(`${refusals.length} refusals, broken in ${breaks.length} ways`);
});
