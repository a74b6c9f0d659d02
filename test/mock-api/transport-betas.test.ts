/** What may be sent only with its beta (MR-9), and the recorded client's own requests, which have all of theirs. */
import { describe, expect, test } from "vitest";
import { assumedHead } from "../../mock-api/http/head.ts";
import { createMockApi, type MessagesRequest } from "../../mock-api/index.ts";
import {
  BLOCK_TYPES,
  EDIT_TYPES,
  MESSAGE_FIELDS,
  NESTED_FIELDS,
  REQUEST_FIELDS,
} from "../../mock-api/rules/beta-fields.ts";
import { betaRules } from "../../mock-api/rules/betas.ts";
import { Call } from "../../mock-api/rules/call.ts";
import { firstOf } from "../../mock-api/rules/rule.ts";
import { ruleSettings } from "../../mock-api/rules/table.ts";
import { HELLO, request } from "./blocks.ts";
import { COUNT_URL, MESSAGES_URL, send } from "./exchange.ts";
import { CLIENT_REQUEST, clientHeaders, clientStep, TITLE_REQUEST } from "./recorded-client.ts";

/** What these rules alone say to a request that comes with some betas. */
function saidTo(body: object, betas: readonly string[]): unknown {
  const head = assumedHead({ hasBeta: (name) => betas.includes(name) });
  const call = new Call(body as MessagesRequest, head, ruleSettings({}));
  return firstOf(betaRules, ({ check }) => check(call));
}

const nested = Object.entries(NESTED_FIELDS).flatMap(([field, fields]) =>
  Object.entries(fields).map(([inner, betas]) => ({
    body: { [field]: { type: "adaptive", [inner]: {} } },
    inner,
    betas,
  })),
);
const message = { role: "system", content: "x" };
const gates: [what: string, body: object, betas: readonly string[]][] = [
  ...Object.entries(REQUEST_FIELDS).map(([field, betas]): [string, object, readonly string[]] => [
    field,
    request([HELLO], { [field]: null }),
    betas,
  ]),
  ...nested.map(({ body, inner, betas }): [string, object, readonly string[]] => [
    inner,
    request([HELLO], body),
    betas,
  ]),
  ...Object.entries(MESSAGE_FIELDS).map(([field, betas]): [string, object, readonly string[]] => [
    `messages.1.${field}`,
    request([HELLO, { ...message, [field]: null }]),
    betas,
  ]),
  ...Object.entries(BLOCK_TYPES).map(([type, betas]): [string, object, readonly string[]] => [
    `a ${type} block`,
    request([HELLO, { ...message, content: [{ type }] }]),
    betas,
  ]),
  ["compaction", request([HELLO], { compaction: null }), ["compact-2026-09-04"]],
  [
    "updates",
    request([HELLO], { thinking: { type: "adaptive", display: "updates" } }),
    ["thinking-display-updates-2026-08-18"],
  ],
];

describe("MR-9: without its beta it is refused, with any of them it is not", () => {
  test.each(gates)("%s", (_what, body, betas) => {
    expect(saidTo(body, [])).toEqual(expect.any(String));
    expect(saidTo(body, ["claude-code-20250219"])).toEqual(expect.any(String));
    for (const beta of betas) expect(saidTo(body, [beta]), beta).toBeUndefined();
  });

  test.each(Object.entries(EDIT_TYPES))(
    "an edit %s needs its own, not only one that has edits",
    (type, betas) => {
      const body = request([HELLO], { context_management: { edits: [{ type }] } });
      for (const other of ["context-management-2025-06-27", "compact-2026-01-12"]) {
        const said = saidTo(body, [other]);
        expect(said, other).toEqual(
          betas.includes(other as never) ? undefined : expect.stringContaining(type),
        );
      }
    },
  );

  test("a tool that is defined in the middle needs one more", () => {
    const content = [{ type: "tool_addition", tool: { type: "tool_definition", definition: {} } }];
    const body = request([HELLO, { role: "system", content }]);
    const changes = "mid-conversation-tool-changes-2026-07-01";
    expect(saidTo(body, [changes])).toEqual(
      expect.stringContaining("messages.1.content.0.tool_addition.tool: "),
    );
    expect(saidTo(body, [changes, "inline-tools-2026-09-15"])).toBeUndefined();
  });

  test("the compaction parameter is told which one it requires, a block which types there are", () => {
    expect(saidTo(request([HELLO], { compaction: { type: "summarize" } }), [])).toContain(
      "requires anthropic-beta: compact-2026-09-04",
    );
    const block = { role: "assistant", content: [{ type: "compaction" }] };
    expect(saidTo(request([block]), [])).toMatch(/^messages\.0\.content\.0: .*'image'.*'text'.*'tool_use'/);
  });
});

const { max_tokens: _most, metadata: _who, stream: _streamed, ...COUNTED } = CLIENT_REQUEST;
const CALLED = [{ type: "tool_use", id: "toolu_1", name: "Tool0", input: { file_path: "/a.txt" } }];

test.each<[string, object, string]>([
  ["O-32: a request of the agent", CLIENT_REQUEST, `${MESSAGES_URL}?beta=true`],
  ["O-34: its next one, in which the system speaks", clientStep(CALLED), `${MESSAGES_URL}?beta=true`],
  ["O-35: the request for a title", TITLE_REQUEST, `${MESSAGES_URL}?beta=true`],
  ["O-31: a count", COUNTED, `${COUNT_URL}?beta=true`],
])("%s is taken as it comes", async (_what, body, url) => {
  const response = await send(createMockApi({ model: () => ({}) }), body, { url, headers: clientHeaders() });
  expect(response.status, await response.text()).toBe(200);
});
