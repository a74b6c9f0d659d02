/** What a request says of the models that may answer in place of the one it asks (MR-77). */
import { modelOf } from "../catalog/traits.ts";
import type { Fallback } from "../features/fallback.ts";
import { isThinking } from "../thinking/signatures.ts";
import type { RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

const MOST = 3;

/** Order (the header is a matter of MR-9): the list, its models, then what an earlier answer's fallback left behind. */
export const fallbackRules: RefusalRule[] = [
  {
    id: "MR-77",
    part: "count",
    checks: `there are at most ${MOST} fallbacks`,
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      listOf(call).length > MOST
        ? `fallbacks: List should have at most ${MOST} items after validation, not ${listOf(call).length}`
        : undefined,
  },
  {
    id: "MR-77",
    part: "model",
    checks: "a model that takes no fallbacks is given none, by a list or by default",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      (call.request["fallbacks"] === "default" || listOf(call).length > 0) && !call.traits.takesFallbacks
        ? "fallbacks: not supported on this model"
        : undefined,
  },
  {
    id: "MR-77",
    part: "target",
    checks: "a fallback is a model that there is",
    kind: "refusal",
    confidence: "M",
    status: 404,
    check: (call) => firstOf(listOf(call), ({ model }) => (modelOf(model) ? undefined : `model: ${model}`)),
  },
  {
    id: "MR-77",
    part: "echo",
    checks: "an answer comes back without the thinking and the calls that a fallback left behind",
    kind: "refusal",
    confidence: "M",
    check: ({ request }) =>
      firstOf(request.messages.entries(), ([message, { role, content }]) => {
        const index = role === "assistant" && Array.isArray(content) ? leftBehind(content) : -1;
        return index === -1
          ? undefined
          : `messages.${message}.content.${index}: must be left out, because a \`fallback\` block follows`;
      }),
  },
];

function listOf({ request }: Call): readonly Fallback[] {
  return Array.isArray(request["fallbacks"]) ? (request["fallbacks"] as Fallback[]) : [];
}

/** The first block before the last `fallback` block that should have been left out; -1 for none. */
function leftBehind(content: readonly RequestBlock[]): number {
  const last = content.findLastIndex(({ type }) => type === "fallback");
  return content.findIndex((block, at) => at < last && (isThinking(block) || block.type === "tool_use"));
}
