/**
 * Thinking goes back as it came, behind what it was made after (MR-42, MR-45, MR-46, MR-91, MR-94).
 *
 * In the latest assistant turn, which is the tool loop that is still open (see `thinkingOf`), an answer's thinking must
 * come back whole and in order, or not at all. In earlier turns blocks may be left out, but those that come back must
 * be unaltered and in order. What is wrong with a block itself is told before what is wrong with the conversation
 * around it (D-25).
 */
import { pathOf } from "../prompt/merge.ts";
import { behaviorOf, judgedThinking, type Mismatch } from "../thinking/mismatches.ts";
import { type Origin, signatureOf } from "../thinking/signatures.ts";
import { type SignedBlock, thinkingOf } from "../thinking/signed.ts";
import type { RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: foreign and damaged signatures, what was done to the open loop, then whom and what the thinking was made for. */
export const thinkingRules: RefusalRule[] = [
  {
    id: "MR-45",
    checks: "thinking comes back with the signature it was made with",
    kind: "refusal",
    confidence: "H",
    check: checkSignatures,
  },
  {
    id: "MR-42",
    checks: "thinking in the latest assistant turn comes back unaltered, in order, whole or not at all",
    kind: "refusal",
    confidence: "H",
    check: checkLatest,
  },
  {
    id: "MR-94",
    part: "account",
    checks: "thinking that its model binds to the account comes back to that organization",
    kind: "refusal",
    confidence: "H",
    check: checkAccount,
  },
  {
    id: "MR-46",
    part: "enforced",
    checks:
      "thinking stands behind the exact system, tools and messages it was made after (accounts since 2026-08-31)",
    kind: "refusal",
    confidence: "H",
    check: (call) => (behaviorOf(call) === undefined ? prefixFault(call) : undefined),
  },
  {
    id: "MR-46",
    part: "error",
    checks: "thinking stands behind what it was made after, where `prefix_mismatch_behavior` is `error`",
    kind: "refusal",
    confidence: "H",
    check: (call) => (behaviorOf(call) === "error" ? prefixFault(call) : undefined),
  },
];

function checkSignatures(call: Call): string | undefined {
  const messages = thinkingOf(call);
  const foreign = messages
    .flat()
    .find(
      ({ signature, block }) =>
        signature === "foreign" && !(call.settings.foreignSignatures === "accept" && signatureOf(block)),
    );
  const earlier = messages.filter((blocks) => !blocks[0]?.latest);
  const fault = foreign ?? firstOf(earlier, firstMisplaced);
  return fault && `${pathOf(fault)}: ${invalid(fault.block)}`;
}

function checkLatest(call: Call): string | undefined {
  const latest = thinkingOf(call).filter((blocks) => blocks[0]?.latest);
  const fault = firstOf(latest, (blocks) => firstMisplaced(blocks) ?? firstIncomplete(blocks));
  return (
    fault &&
    `${pathOf(fault)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be ` +
      "modified. These blocks must remain as they were in the original response."
  );
}

// The API's words for another organization's thinking are not public: these follow the ones of MR-46.
function checkAccount(call: Call): string | undefined {
  if (behaviorOf(call) === "drop_block") return undefined;
  return mismatchFault(
    call,
    "organization_binding_mismatch",
    "The block is bound to a different organization.",
  );
}

function prefixFault(call: Call): string | undefined {
  return mismatchFault(call, "prefix_binding_mismatch", "The block is bound to a different conversation.");
}

function mismatchFault(call: Call, reason: Mismatch["reason"], what: string): string | undefined {
  const found = judgedThinking(call).find(({ mismatch }) => mismatch?.reason === reason);
  if (found === undefined) return undefined;
  const hint = found.mismatch?.hint;
  return (
    `${pathOf(found)}: ${invalid(found.block)}. ${what} Remove the block, or set ` +
    '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
    `\`thinking-binding-controls-2026-08-01\` value in the \`anthropic-beta\` header.${hint ? ` ${hint}` : ""}`
  );
}

/** The first block that is altered, or does not come after the blocks that its answer had before it. */
function firstMisplaced(blocks: readonly SignedBlock[]): SignedBlock | undefined {
  const reached = new Map<string, number>();
  let current: string | undefined;
  return blocks.find(({ signature }) => {
    if (signature === "foreign") return false;
    if (signature === "broken") return true;
    const { answer, ordinal } = signature;
    const left = answer !== current && reached.has(answer);
    const behind = ordinal <= (reached.get(answer) ?? -1);
    reached.set(answer, ordinal);
    current = answer;
    return left || behind;
  });
}

/** The first block whose neighbour within its answer is missing: the one before it, or the one after it. */
function firstIncomplete(blocks: readonly SignedBlock[]): SignedBlock | undefined {
  return blocks.find(({ signature }, at) => {
    if (typeof signature === "string") return false;
    const { ordinal, total } = signature;
    const hasBefore = ordinal === 0 || isPart(blocks[at - 1], signature, ordinal - 1);
    const hasAfter = ordinal === total - 1 || isPart(blocks[at + 1], signature, ordinal + 1);
    return !hasBefore || !hasAfter;
  });
}

function isPart(signed: SignedBlock | undefined, { answer }: Origin, ordinal: number): boolean {
  if (signed === undefined || typeof signed.signature === "string") return false;
  return signed.signature.answer === answer && signed.signature.ordinal === ordinal;
}

// The wording for `data` is the API's own as public reports quote it; MR-45 gives only the one for `signature`.
function invalid(block: RequestBlock): string {
  return block.type === "redacted_thinking"
    ? "Invalid `data` in `redacted_thinking` block"
    : "Invalid `signature` in `thinking` block";
}
