/** What the mock takes and what it refuses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi, type ErrorDetails, RULES, refusal } from "../../mock-api/index.ts";
import { switchOf } from "../../mock-api/rules/rule.ts";
import type { Break } from "../mock-api/breaks/break.ts";
import { breaks } from "../mock-api/breaks/index.ts";
import { ruleOf, Trial } from "../mock-api/breaks/trial.ts";
import { send } from "../mock-api/exchange.ts";
import { anyDraft } from "../mock-api/legal-conversations.ts";
import { anyDamaged } from "../mock-api/odd-requests.ts";
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

/** Is it the refusal of that rule, in its words where they are known? */
async function expectRefusal(trial: Trial): Promise<void> {
  const { way, sent } = trial;
  const { text, contains = [], status = 400, type = "invalid_request_error", code } = sent;
  const { rule, response } = await trial.broken();
  const body = (await response.json()) as {
    error?: { type: string; message: string; details?: ErrorDetails };
  };
  const { message = "", details } = body.error ?? {};
  const refused = { rule, status: response.status, type: body.error?.type };
  expect(refused, way.how).toEqual({ rule: way.rule, status, type });
  if (text !== undefined) expect(message, way.how).toBe(text);
  for (const part of contains) expect(message, way.how).toContain(part);
  if (code !== undefined) expect(details?.error_code, way.how).toBe(code);
}

/** Ways that cannot but break another rule, too: which one, and why. */
const BESIDES: Readonly<Record<string, { rule: string; why: string }>> = {
  "MR-21/empty-wording: no message": { rule: "MR-10", why: "it says the same in other words" },
  "MR-24/before: a system message between a call and its result": {
    rule: "MR-24/after",
    why: "the result that has to follow is a user's",
  },
  "MR-39/role: the assistant answers its own call": {
    rule: "MR-29",
    why: "what stands before an assistant message is never another one",
  },
  "MR-103/turn: a summary of a turn that waits for a result": {
    rule: "MR-28",
    why: "the call at its end is one without a result",
  },
  "MR-104/create-only: a system prompt on the way": { rule: "MR-104/state", why: "the thread is made up" },
};

/** Is it that rule's refusal alone: is nothing else wrong with the request? */
async function expectAlone(trial: Trial): Promise<void> {
  const { rule, how } = trial.way;
  const { rule: other, response } = await trial.freed();
  expect(other, `${how}: ${await response.text()}`).toBe(BESIDES[`${rule}: ${how}`]?.rule);
  if (other === undefined) expect(response.status, how).toBe(200);
}

/** There are more ways than can be tried on every request: each request has its turn with some of them. */
const tried = new Set<Break>();
const anyTurn = fc.nat({ max: 23 });

law(
  "one-break-one-refusal",
  "a legal request that is broken in one way gets the one refusal of that rule, and breaks no other",
  [anyDraft, anyTurn],
  async (legal, turn) => {
    for (const way of breaks.filter(({ costly }, nth) => (nth + turn) % (costly ? 24 : 12) === 0)) {
      const trial = new Trial(way, legal);
      tried.add(way);
      await expectRefusal(trial);
      await expectAlone(trial);
    }
  },
  { runs: 112, timeout: 60_000 },
);

law(
  "order-of-rules",
  "which rule refuses a request does not depend on the order in which its fields are written",
  [anyDamaged, fc.nat(), fc.constantFrom({}, { zz: 1 })],
  (body, turn, more) => {
    const fields = Object.entries({ ...(body as object), ...more });
    const at = turn % (fields.length || 1);
    const turned = Object.fromEntries([...fields.slice(at), ...fields.slice(0, at)]);
    expect(ruleOf(refusal(turned))).toBe(ruleOf(refusal(Object.fromEntries(fields))));
  },
);

test("each way had its turn in the law above", () => {
  expect(breaks.filter((way) => !tried.has(way)).map(({ rule, how }) => `${rule}: ${how}`)).toEqual([]);
});

test("every refusal in the table has a way to break it in the law above", () => {
  const refusals = RULES.filter(({ kind }) => kind === "refusal").map(switchOf);
  const broken = new Set(breaks.map(({ rule }) => rule));
  expect(refusals.filter((rule) => !broken.has(rule))).toEqual([]);
  expect([...broken].filter((rule) => !refusals.includes(rule))).toEqual([]);
  expect(
    Object.keys(BESIDES).filter((way) => !breaks.some(({ rule, how }) => way === `${rule}: ${how}`)),
  ).toEqual([]);
  console.log(`${refusals.length} refusals, broken in ${breaks.length} ways`);
});
