/** Who may say what: calls and their results each have a side (MR-28, MR-29, MR-39, MR-44). */
import { isThinking } from "../thinking/signatures.ts";
import type { RequestBlock } from "../wire.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { isServerResult } from "./server-tools.ts";

/**
 * Asked before calls are held against results. The wording is the API's own, as public reports quote it for calls and
 * results.
 */
export const speakerRules: RefusalRule[] = [
  speaker(
    "assistant",
    {
      id: "MR-28",
      checks: "a call, and what the server gave back for one, stands in an assistant message",
      confidence: "H",
    },
    (block) => block.type.endsWith("tool_use") || isServerResult(block),
  ),
  speaker(
    "user",
    { id: "MR-39", checks: "a tool_result stands in a user message", confidence: "H" },
    ({ type }) => type === "tool_result",
  ),
  speaker(
    "assistant",
    { id: "MR-44", checks: "thinking stands in an assistant message", confidence: "M" },
    isThinking,
  ),
];

function speaker(
  side: "user" | "assistant",
  row: Pick<RefusalRule, "id" | "checks" | "confidence">,
  isTheirs: (block: RequestBlock) => boolean,
): RefusalRule {
  return {
    ...row,
    part: "role",
    kind: "refusal",
    check: ({ request }) =>
      firstOf(request.messages.entries(), ([at, { role, content }]) => {
        const strayed = role === side || typeof content === "string" ? undefined : content.find(isTheirs);
        return strayed && `messages.${at}: \`${strayed.type}\` blocks can only be in \`${side}\` messages`;
      }),
  };
}
