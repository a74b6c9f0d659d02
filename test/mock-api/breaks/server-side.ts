/** Ways to break the rules of the server's own features (MR-77, MR-101 to MR-104). */
import { signSummary } from "../../../mock-api/features/compaction-signature.ts";
import type { MessagesRequest, RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, HELLO, result, text, thought, user } from "../blocks.ts";
import { adding, type Break, type Broken, changing } from "./break.ts";
import { SEARCH } from "./endings.ts";
import { asking, going } from "./on-model.ts";

const withBetas = (...betas: string[]): Pick<Broken, "headers"> => ({
  headers: { "anthropic-beta": betas.join(",") },
});
const EDITING = withBetas("context-management-2025-06-27");
const THRESHOLD = withBetas("compact-2026-01-12", "context-management-2025-06-27");
const ON_DEMAND = withBetas("compact-2026-09-04");
const FALLBACK = withBetas("server-side-fallback-2026-07-01");
const THREADS = withBetas("message-threads-2026-08-12", "context-management-2025-06-27");

const edits = (...list: object[]): Record<string, unknown> => ({ context_management: { edits: list } });
/** A model that can do without thinking, whatever it was. */
const THOUGHTLESS = { model: "claude-opus-4-8", thinking: { type: "disabled" }, output_config: {} };
/** One that can think, whatever it was. */
const THINKING = { model: "claude-opus-5", thinking: { type: "adaptive" } };

const SUMMARY = "They talked.";
const SEALED = { system: "", tools: "", messages: "", preserving: false };
const summary = (more: object = {}): RequestBlock => ({
  type: "compaction",
  content: SUMMARY,
  signature: signSummary(SUMMARY, SEALED),
  ...more,
});

/** A break whose messages are its own; markers and tools of the legal request stay. */
function talking(
  rule: string,
  how: string,
  messages: (legal: MessagesRequest) => MessagesRequest["messages"],
  refused: Omit<Broken, "broken">,
  change: object = {},
): Break {
  return {
    rule,
    how,
    make: (legal) => ({ broken: { ...legal, ...change, messages: messages(legal) }, ...refused }),
  };
}

const ofEdits = [
  changing(
    "MR-101/first",
    "clearing thinking after clearing tool uses",
    { ...THINKING, ...edits({ type: "clear_tool_uses_20250919" }, { type: "clear_thinking_20251015" }) },
    "context_management: `clear_thinking_20251015` must be the first strategy in `context_management.edits` when provided",
    EDITING,
  ),
  changing(
    "MR-101/once",
    "the same strategy twice",
    edits({ type: "clear_tool_uses_20250919" }, { type: "clear_tool_uses_20250919" }),
    undefined,
    EDITING,
  ),
  changing(
    "MR-101/thinking",
    "clearing thinking without thinking",
    { ...THOUGHTLESS, ...edits({ type: "clear_thinking_20251015", keep: "all" }) },
    "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive",
    EDITING,
  ),
  changing(
    "MR-101/amounts",
    "no turn of thinking kept",
    {
      ...THINKING,
      ...edits({ type: "clear_thinking_20251015", keep: { type: "thinking_turns", value: 0 } }),
    },
    undefined,
    EDITING,
  ),
  changing(
    "MR-101/amounts",
    "a word for what is kept",
    { ...THINKING, ...edits({ type: "clear_thinking_20251015", keep: "none" }) },
    undefined,
    EDITING,
  ),
  changing(
    "MR-101/amounts",
    "a trigger of nothing",
    edits({ type: "clear_tool_uses_20250919", trigger: { type: "tool_uses", value: 0 } }),
    undefined,
    EDITING,
  ),
  changing(
    "MR-102/trigger",
    "a summary at 49,999 tokens",
    edits(
      { type: "clear_tool_uses_20250919" },
      { type: "compact_20260112", trigger: { type: "input_tokens", value: 49_999 } },
    ),
    "context_management.edits.1.compact_20260112: trigger.value must be at least 50000",
    THRESHOLD,
  ),
  talking(
    "MR-102/strategy",
    "a summary without the edit",
    () => [HELLO, assistant(summary({ signature: null }), text("so")), HELLO],
    {
      text: "`compaction` blocks require a `compact_20260112` strategy in `context_management.edits`.",
      ...THRESHOLD,
    },
  ),
  talking(
    "MR-102/strategy",
    "a summary without its signature",
    () => [HELLO, assistant(summary({ signature: null }), text("so")), HELLO],
    {
      text: "a `compaction` block with `content` requires its `signature`",
      ...ON_DEMAND,
    },
  ),
];

const COMPACT = { compaction: { type: "summarize" } };
const WEB_SEARCH = [{ type: "web_search_20260318", name: "web_search" }];
const FORMAT = { type: "json_schema", schema: { type: "object", additionalProperties: false } };
const BUDGET = { type: "tokens", total: 30_000, remaining: 20_000 };
const ALL = withBetas(
  "compact-2026-09-04",
  "context-management-2025-06-27",
  "task-budgets-2026-03-13",
  "structured-outputs-2025-12-15",
);

const ofSummaries = [
  changing(
    "MR-103/instructions",
    "16,385 characters of instructions",
    { compaction: { type: "summarize", instructions: "x".repeat(16_385) } },
    undefined,
    ON_DEMAND,
  ),
  ...Object.entries({
    "context edits": edits(),
    "stop sequences": { stop_sequences: ["x"] },
    "a format": { output_config: { format: FORMAT } },
    "a forced call": {
      ...THOUGHTLESS,
      tools: [{ name: "tool0", input_schema: { type: "object" } }],
      tool_choice: { type: "any" },
    },
    "what is left of a task budget": { output_config: { task_budget: BUDGET } },
    "a format, asked for the older way": { output_format: FORMAT },
  }).map(([what, change]) =>
    changing("MR-103/alone", `a summary asked for with ${what}`, { ...change, ...COMPACT }, undefined, ALL),
  ),
  talking(
    "MR-103/nothing",
    "nothing to summarize",
    () => [],
    { code: "compaction_nothing_to_summarize", ...ON_DEMAND },
    COMPACT,
  ),
  talking(
    "MR-103/turn",
    "a summary of a turn that waits for a result",
    (legal) => [...legal.messages, assistant(call("x"))],
    { code: "compaction_incomplete_turn", ...ON_DEMAND },
    COMPACT,
  ),
  asking(
    "claude-opus-5",
    "MR-103/turn",
    "a summary while a search is open",
    (request) => ({ ...COMPACT, ...going(assistant(text("a"), SEARCH))(request), tools: WEB_SEARCH }),
    { code: "compaction_incomplete_turn", ...ON_DEMAND },
  ),
];

const ofSummaryBlocks = [
  talking("MR-103/header", "a signed summary under the older beta", () => [assistant(summary()), HELLO], {
    ...withBetas("compact-2026-01-12"),
    contains: ["requires anthropic-beta: compact-2026-09-04"],
  }),
  // The other one is unsigned, as the edit leaves them: a second signed one could not stand in front.
  talking(
    "MR-103/one",
    "two summaries",
    () => [assistant(summary(), summary({ signature: null })), HELLO],
    {
      code: "compaction_block_ambiguous",
      ...withBetas("compact-2026-09-04", "compact-2026-01-12"),
    },
    edits({ type: "compact_20260112" }),
  ),
  talking(
    "MR-103/place",
    "a summary behind what it stands for",
    (legal) => [...legal.messages, assistant(summary()), HELLO],
    { code: "compaction_block_misplaced", ...ON_DEMAND },
  ),
  talking("MR-103/place", "a summary behind a word", () => [user(text("so"), summary())], {
    code: "compaction_block_misplaced",
    ...ON_DEMAND,
  }),
  ...["EqQBCg==", `${summary().signature?.slice(0, -1)}?`].map((signature) =>
    talking(
      "MR-103/signature",
      "a signature that was altered",
      () => [assistant(summary({ signature })), HELLO],
      {
        code: "compaction_signature_invalid",
        ...ON_DEMAND,
      },
    ),
  ),
  talking(
    "MR-103/content",
    "a text that was altered",
    () => [assistant(summary({ content: "Quiet." })), HELLO],
    {
      code: "compaction_content_mismatch",
      ...ON_DEMAND,
    },
  ),
  talking(
    "MR-103/tool-changes",
    "tool changes that it did not have",
    () => [assistant(summary({ tool_changes: [] })), HELLO],
    { code: "compaction_tool_changes_mismatch", ...ON_DEMAND },
  ),
  talking(
    "MR-103/budget",
    "a summary with what is left of a task budget",
    () => [assistant(summary()), HELLO],
    withBetas("compact-2026-09-04", "task-budgets-2026-03-13"),
    { output_config: { task_budget: BUDGET } },
  ),
];

const goingOn = { thread: { type: "continue", previous_message_id: "msg_lost" } };

const ofThreads = [
  changing(
    "MR-104/create-only",
    "a system prompt on the way",
    { ...goingOn, system: "s" },
    undefined,
    THREADS,
  ),
  changing(
    "MR-104/unsupported",
    "a thread whose tool results are cleared",
    { thread: { type: "create" }, ...edits({ type: "clear_tool_uses_20250919" }) },
    undefined,
    { code: "thread_unsupported_request", ...THREADS },
  ),
  {
    rule: "MR-104/state",
    how: "a thread that is not there",
    make: ({ system: _system, tools: _tools, tool_choice: _choice, ...legal }) => ({
      broken: { ...legal, ...goingOn },
      status: 404,
      type: "not_found_error",
      code: "thread_not_found",
      ...THREADS,
    }),
  } satisfies Break,
];

const FALLBACK_BLOCK = { type: "fallback", from: { model: "a" }, to: { model: "b" } };

const ofFallbacks = [
  changing(
    "MR-77/count",
    "four fallbacks",
    { fallbacks: Array(4).fill({ model: "claude-opus-4-8" }) },
    undefined,
    FALLBACK,
  ),
  ...[[{ model: "claude-opus-4-8" }], "default"].map((fallbacks) =>
    asking(
      "claude-haiku-5-5",
      "MR-77/model",
      `fallbacks of Haiku 5.5: ${JSON.stringify(fallbacks)}`,
      () => ({ fallbacks }),
      FALLBACK,
    ),
  ),
  asking(
    "claude-opus-5",
    "MR-77/target",
    "a fallback that is no model",
    () => ({ fallbacks: [{ model: "claude-nobody" }] }),
    { text: "model: claude-nobody", status: 404, type: "not_found_error", ...FALLBACK },
  ),
  ...[thought(0, 1, "msg_before"), call("x")].map((left) =>
    adding("MR-77/echo", `${left.type} that was left behind`, () => ({
      messages: [
        assistant(left, FALLBACK_BLOCK, text("z")),
        user(...(left.id ? [result(left.id)] : []), text("go on")),
      ],
      ...FALLBACK,
    })),
  ),
];

const ofBudgets = [
  asking(
    "claude-opus-5",
    "MR-105/budget",
    "a budget for a task that is too small",
    () => ({ output_config: { task_budget: { type: "tokens", total: 19_999 } } }),
    withBetas("task-budgets-2026-03-13"),
  ),
];

export const ofServerSide: Break[] = [
  ...ofBudgets,
  ...ofEdits,
  ...ofSummaries,
  ...ofSummaryBlocks,
  ...ofThreads,
  ...ofFallbacks,
];
