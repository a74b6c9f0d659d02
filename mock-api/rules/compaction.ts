/** A summary that a request asks for (MR-103). It is asked for alone, of a conversation that can be summarized. */
import { summaryAsked } from "../features/summary.ts";
import { formatsOf } from "../prompt/output-formats.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { remainingBudget } from "./task-budgets.ts";
import { isForced } from "./tool-choice.ts";

const MOST_INSTRUCTIONS = 16_384;

export const compactionRules: RefusalRule[] = [
  {
    id: "MR-103",
    part: "instructions",
    checks: "instructions for a summary have at most 16,384 characters",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      (asked(call)?.instructions ?? "").length > MOST_INSTRUCTIONS
        ? `compaction.summarize.instructions: String should have at most ${MOST_INSTRUCTIONS} characters`
        : undefined,
  },
  {
    id: "MR-103",
    part: "alone",
    checks: "a request for a summary has nothing in it that is about an answer",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const field =
        asked(call) && firstOf(NOT_WITH_A_SUMMARY, ([name, has]) => (has(call) ? name : undefined));
      return field && `compaction: cannot be combined with ${field}`;
    },
  },
  {
    id: "MR-103",
    part: "nothing",
    checks: "there is something to summarize",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      asked(call) &&
      call.request.messages.every(({ role, content }) => role === "system" || content.length === 0)
        ? {
            message: "compaction: there is nothing to summarize",
            details: { error_code: "compaction_nothing_to_summarize" },
          }
        : undefined,
  },
  {
    id: "MR-103",
    part: "turn",
    checks: "a conversation that is to be summarized does not end in the middle of a turn",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      asked(call) && endsWithinTurn(call)
        ? {
            message: "compaction: the last assistant turn has a tool call without a result",
            details: { error_code: "compaction_incomplete_turn" },
          }
        : undefined,
  },
];

const NOT_WITH_A_SUMMARY: [field: string, has: (call: Call) => boolean][] = [
  ["context_management", ({ request }) => request["context_management"] != null],
  ["stop_sequences", ({ request }) => ((request["stop_sequences"] ?? []) as unknown[]).length > 0],
  ["output_config.format", ({ request }) => formatsOf(request).length > 0],
  ["a tool_choice that forces a call", isForced],
  ["output_config.task_budget.remaining", ({ request }) => remainingBudget(request) != null],
];

// MR-99: count_tokens takes the parameter and ignores it.
function asked({ request, head }: Call): { instructions?: string | null } | undefined {
  return head.endpoint === "messages" ? summaryAsked(request) : undefined;
}

function endsWithinTurn({ merged }: Call): boolean {
  const last = merged.at(-1);
  if (last?.role !== "assistant") return false;
  const answered = new Set(last.blocks.map(({ block }) => block.tool_use_id));
  return last.blocks.some(
    ({ block: { type, id } }) => type === "tool_use" || (type === "server_tool_use" && !answered.has(id)),
  );
}
