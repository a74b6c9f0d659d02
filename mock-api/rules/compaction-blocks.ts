/** A signed summary in a conversation: one, first, as it was returned (MR-103). */

import { compactionsIn, type PlacedCompaction } from "../features/compaction-block.ts";
import { isOurs, isSigned, type ReadSummary, readSummary } from "../features/compaction-signature.ts";
import { pathOf } from "../prompt/merge.ts";
import { ON_DEMAND } from "./beta-fields.ts";
import type { Call } from "./call.ts";
import { type Fault, firstOf, type RefusalRule } from "./rule.ts";
import { remainingBudget } from "./task-budgets.ts";

/** The beta of a summary on demand. */
const [ON_DEMAND_BETA] = ON_DEMAND;

/** Order: the header, how many, where, then the block itself. */
export const compactionBlockRules: RefusalRule[] = [
  {
    id: "MR-103",
    part: "header",
    checks: `a signed summary comes back with the header ${ON_DEMAND_BETA}`,
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const signed = call.head.hasBeta(ON_DEMAND_BETA) ? undefined : signedIn(call)[0];
      return (
        signed && `${pathOf(signed)}.compaction: \`signature\` requires anthropic-beta: ${ON_DEMAND_BETA}`
      );
    },
  },
  {
    id: "MR-103",
    part: "one",
    checks: "beside a signed summary there is no other",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const all = compactionsIn(call.request.messages).filter(({ block }) => block.content != null);
      return all.length > 1 && signedIn(call).length > 0
        ? fault("compaction_block_ambiguous", "messages: there is more than one `compaction` block")
        : undefined;
    },
  },
  {
    id: "MR-103",
    part: "place",
    checks: "a signed summary is the first block of the conversation, and no summary is in a system message",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const { messages } = call.request;
      const found = compactionsIn(messages).find(
        ({ message, index, block }) =>
          messages[message]?.role === "system" || (isSigned(block) && message + index > 0),
      );
      return (
        found &&
        fault("compaction_block_misplaced", `${pathOf(found)}: the \`compaction\` block must come first`)
      );
    },
  },
  ...(
    [
      [
        "signature",
        "compaction_signature_invalid",
        "a signed summary has the signature it was returned with",
      ],
      ["content", "compaction_content_mismatch", "a signed summary has the text it was returned with"],
      ["tool changes", "compaction_tool_changes_mismatch", "a signed summary has the tool changes it had"],
    ] as const
  ).map(([wrong, code, checks]) => asReturned(wrong, code, checks)),
  {
    id: "MR-103",
    part: "budget",
    checks: "a request with a signed summary does not say what is left of a task budget",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      remainingBudget(call.request) != null && signedIn(call).length > 0
        ? "output_config.task_budget.remaining: cannot be sent with a `compaction` block"
        : undefined,
  },
];

function asReturned(wrong: Extract<ReadSummary, string>, code: string, checks: string): RefusalRule {
  return {
    id: "MR-103",
    part: wrong.replace(" ", "-"),
    checks,
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstOf(signedIn(call), (placed) => {
        if (call.settings.foreignSignatures === "accept" && !isOurs(placed.block)) return undefined;
        return readSummary(placed.block) === wrong
          ? fault(code, `${pathOf(placed)}.compaction: the ${wrong} of the block cannot be verified`)
          : undefined;
      }),
  };
}

function signedIn({ request }: Call): PlacedCompaction[] {
  return compactionsIn(request.messages).filter(({ block }) => isSigned(block));
}

function fault(error_code: string, message: string): Fault {
  return { message, details: { error_code } };
}
