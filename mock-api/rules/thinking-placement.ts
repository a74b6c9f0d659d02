/**
 * Where thinking stands in the assistant's messages (MR-43, MR-44, MR-93). Most of it holds only in the mode `enabled`:
 * adaptive thinking begins where the model likes, and a turn that began without thinking goes on without.
 */

import type { MergedMessage } from "../prompt/merge.ts";
import { pathOf } from "../prompt/merge.ts";
import { isThinking } from "../thinking/signatures.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

export const thinkingPlacementRules: RefusalRule[] = [
  {
    id: "MR-43",
    checks: "with a budget for thinking, the turn that is still open begins with thinking",
    kind: "refusal",
    confidence: "H",
    check: checkOpenTurn,
  },
  {
    id: "MR-44",
    part: "first",
    checks: "with a budget for thinking, an assistant message that holds thinking begins with it",
    kind: "refusal",
    confidence: "M",
    check: (call) => (isManual(call) ? firstOf(call.merged, faultOfBeginning) : undefined),
  },
  {
    id: "MR-44",
    part: "last",
    checks: "no assistant message ends in thinking",
    kind: "refusal",
    confidence: "M",
    check: ({ merged }) =>
      firstOf(merged, ({ role, blocks, last }) =>
        role === "assistant" && blocks.at(-1)?.block.type === "thinking"
          ? `messages.${last}: The final block in an assistant message cannot be \`thinking\`.`
          : undefined,
      ),
  },
  {
    id: "MR-44",
    part: "disabled",
    checks: "without thinking, the assistant message to go on with holds none",
    kind: "refusal",
    confidence: "M",
    check: checkPrefilled,
  },
];

function isManual({ request: { thinking } }: Call): boolean {
  return thinking?.type === "enabled";
}

/** The turn is open after the results of its calls, and when the model is to go on with what it has said. */
function checkOpenTurn(call: Call): string | undefined {
  if (!isManual(call)) return undefined;
  const { merged } = call;
  const prompt = merged.findLastIndex(
    ({ role, blocks }) => role === "user" && blocks.every(({ block }) => block.type !== "tool_result"),
  );
  const first = merged.slice(prompt + 1).find(({ role }) => role === "assistant")?.blocks[0];
  if (first === undefined || isThinking(first.block)) return undefined;
  return (
    `${pathOf(first)}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.block.type}\`. ` +
    "When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the " +
    "lastmost set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous " +
    "turns. To avoid this requirement, disable `thinking`. Please consult our documentation at " +
    "https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
  );
}

function faultOfBeginning({ role, blocks }: MergedMessage): string | undefined {
  const [first] = blocks;
  if (
    role !== "assistant" ||
    first === undefined ||
    isThinking(first.block) ||
    !blocks.some(({ block }) => isThinking(block))
  )
    return undefined;
  return (
    `${pathOf(first)}: If an assistant message contains any thinking blocks, the first block must be thinking or ` +
    `redacted_thinking. Found ${first.block.type}.`
  );
}

function checkPrefilled({ request: { thinking }, traits, merged }: Call): string | undefined {
  const last = merged.at(-1);
  const mode = thinking?.type ?? traits.thinking;
  if (mode !== "disabled" || !traits.prefill || last?.role !== "assistant") return undefined;
  const thought = last.blocks.find(({ block }) => isThinking(block));
  return (
    thought &&
    `${pathOf(thought)}: When thinking is disabled, an \`assistant\` message in the final position cannot contain ` +
      "`thinking`. To use thinking blocks, enable `thinking` in your request."
  );
}
