/** Who may say what: calls and their results each have a side (MR-28, MR-29, MR-39, MR-44). */
import type { RequestBlock } from "../wire.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { isServerResult } from "./server-tools.ts";

/** Asked before calls are held against results. The wordings are the API's own as public reports quote them. */
export const speakerRules: RefusalRule[] = [
  speaker(
    "MR-28",
    "assistant",
    "a call, and what the server gave back for one, stands in an assistant message",
    (block) => block.type.endsWith("tool_use") || isServerResult(block),
  ),
  speaker("MR-39", "user", "a tool_result stands in a user message", ({ type }) => type === "tool_result"),
  speaker("MR-44", "assistant", "thinking stands in an assistant message", ({ type }) =>
    type.endsWith("thinking"),
  ),
];

function speaker(
  id: RefusalRule["id"],
  side: "user" | "assistant",
  checks: string,
  isOurs: (block: RequestBlock) => boolean,
): RefusalRule {
  return {
    id,
    part: "role",
    checks,
    kind: "refusal",
    confidence: "H",
    check: ({ request }) =>
      firstOf(request.messages.entries(), ([at, { role, content }]) => {
        const strayed = role === side || typeof content === "string" ? undefined : content.find(isOurs);
        return strayed && `messages.${at}: \`${strayed.type}\` blocks can only be in \`${side}\` messages`;
      }),
  };
}
