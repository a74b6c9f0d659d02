/** Context edits: what the API takes out of a conversation, and what it says of it (MR-99, MR-101). */
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type MockApi } from "../../mock-api/index.ts";
import { assistant, call, HELLO, request, result, text, thought, user } from "./blocks.ts";
import { ask, COUNT_URL, events } from "./exchange.ts";

const EDITING = { headers: { "anthropic-beta": "context-management-2025-06-27" } };

/** A mock whose model remembers the last request that it was shown. */
function watched(): { api: MockApi; shown: () => MessagesRequest } {
  let last: MessagesRequest | undefined;
  const api = createMockApi({
    model: (shown) => {
      last = shown;
      return { content: [{ type: "text", text: "ok" }] };
    },
  });
  return { api, shown: () => last as MessagesRequest };
}

const LISTING = "notes.txt\n".repeat(40);
/** Five uses of a tool, the results long. */
const FIVE_USES = [
  HELLO,
  ...[1, 2, 3, 4, 5].flatMap((n) => [
    assistant(call(`toolu_${n}`, { path: `/${n}` })),
    user(result(`toolu_${n}`, { content: LISTING })),
  ]),
];
const edited = (edit: object, messages: unknown[] = FIVE_USES): object =>
  request(messages, { context_management: { edits: [edit] } });

/** What the model was shown of each result, by its number. */
function results({ messages }: MessagesRequest): unknown[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.flatMap((block) => (block.tool_use_id ? [block.content] : [])),
  );
}

test("the oldest tool results are cleared once the trigger is passed, and the response tells how much", async () => {
  const { api, shown } = watched();
  const edit = {
    type: "clear_tool_uses_20250919",
    trigger: { type: "input_tokens", value: 200 },
    keep: { type: "tool_uses", value: 2 },
  };
  const answer = await ask(api, edited(edit), EDITING);
  expect(results(shown())).toEqual(["[cleared]", "[cleared]", "[cleared]", LISTING, LISTING]);
  expect(answer["context_management"]).toEqual({
    applied_edits: [
      { type: "clear_tool_uses_20250919", cleared_tool_uses: 3, cleared_input_tokens: expect.any(Number) },
    ],
  });
});

test("three uses are kept, and nothing is cleared below 100,000 tokens, unless the edit says otherwise", async () => {
  const { api, shown } = watched();
  await ask(api, edited({ type: "clear_tool_uses_20250919" }), EDITING);
  expect(results(shown())).not.toContain("[cleared]");
  const trigger = { type: "tool_uses", value: 4 };
  await ask(api, edited({ type: "clear_tool_uses_20250919", trigger }), EDITING);
  expect(results(shown()).filter((content) => content === "[cleared]")).toHaveLength(2);
});

test("an excluded tool keeps its results, and little is not worth clearing", async () => {
  const { api, shown } = watched();
  const trigger = { type: "tool_uses", value: 1 };
  const type = "clear_tool_uses_20250919";
  await ask(api, edited({ type, trigger, exclude_tools: ["Read"] }), EDITING);
  expect(results(shown())).not.toContain("[cleared]");
  await ask(api, edited({ type, trigger, clear_at_least: { type: "input_tokens", value: 5_000 } }), EDITING);
  expect(results(shown())).not.toContain("[cleared]");
});

test("the inputs of the calls go too where the edit asks for it", async () => {
  const { api, shown } = watched();
  const inputs = (): unknown[] =>
    shown().messages.flatMap(({ content }) =>
      typeof content === "string"
        ? []
        : content.flatMap(({ type, input }) => (type === "tool_use" ? [input] : [])),
    );
  const edit = { type: "clear_tool_uses_20250919", trigger: { type: "tool_uses", value: 1 } };
  await ask(api, edited({ ...edit, clear_tool_inputs: true }), EDITING);
  expect(inputs()).toEqual([{}, {}, { path: "/3" }, { path: "/4" }, { path: "/5" }]);
  await ask(api, edited({ ...edit, clear_tool_inputs: ["Bash"] }), EDITING);
  expect(inputs()[0]).toEqual({ path: "/1" });
});

const TWO_TURNS = [
  HELLO,
  assistant(thought(0, 1, "msg_a"), text("a")),
  HELLO,
  assistant(thought(0, 1, "msg_b"), call("toolu_1")),
  user(result("toolu_1")),
  assistant(thought(0, 1, "msg_c"), text("b")),
  HELLO,
];

test("thinking of earlier turns is cleared, a turn being all that is said between two prompts", async () => {
  const { api, shown } = watched();
  const keep = { type: "thinking_turns", value: 1 };
  const answer = await ask(api, edited({ type: "clear_thinking_20251015", keep }, TWO_TURNS), EDITING);
  const kinds = shown().messages.map(({ content }) =>
    typeof content === "string" ? [] : content.map(({ type }) => type),
  );
  expect(kinds.slice(1, 6)).toEqual([
    ["text"],
    ["text"],
    ["thinking", "tool_use"],
    ["tool_result"],
    ["thinking", "text"],
  ]);
  expect(answer["context_management"]).toMatchObject({
    applied_edits: [{ type: "clear_thinking_20251015", cleared_thinking_turns: 1 }],
  });
});

test("O-32: to keep all thinking changes nothing, and the response says that nothing was applied", async () => {
  const { api, shown } = watched();
  const body = edited({ type: "clear_thinking_20251015", keep: "all" }, TWO_TURNS) as Record<string, unknown>;
  const answer = await ask(api, body, EDITING);
  expect(answer["context_management"]).toEqual({ applied_edits: [] });
  expect(shown().messages).toEqual(body["messages"]);
});

test("what was applied is told at the end of a stream, and in no response that did not ask", async () => {
  const { api } = watched();
  const body = edited({ type: "clear_thinking_20251015", keep: "all" }) as Record<string, unknown>;
  const told = await events(api, body, EDITING);
  expect(told[0]).toMatchObject({ type: "message_start", message: { context_management: null } });
  expect(told.at(-2)).toMatchObject({ type: "message_delta", context_management: { applied_edits: [] } });
  expect(await ask(api, request([HELLO]))).not.toHaveProperty("context_management");
});

test("MR-99: count_tokens counts what the edits leave, and tells what they started from", async () => {
  const { api } = watched();
  const trigger = { type: "tool_uses", value: 1 };
  const { max_tokens: _max, ...body } = edited({ type: "clear_tool_uses_20250919", trigger }) as Record<
    string,
    unknown
  >;
  const counted = await ask(api, body, { ...EDITING, url: COUNT_URL });
  const { context_management: _edits, ...plain } = body;
  const whole = await ask(api, plain, { url: COUNT_URL });
  expect(counted).toEqual({
    input_tokens: expect.any(Number),
    context_management: { original_input_tokens: whole["input_tokens"] },
  });
  expect(counted["input_tokens"]).toBeLessThan(whole["input_tokens"] as number);
});
