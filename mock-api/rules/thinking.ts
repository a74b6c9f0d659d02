/**
 * Thinking goes back as it came (MR-42, MR-45, MR-91).
 *
 * The reading chosen here. The "latest assistant turn" is every assistant message of the tool loop that is still
 * open: those after the last (merged) user message that holds no tool result, for that is a new prompt, while one with
 * results goes on with the loop whatever text stands beside them. There an answer's thinking must come back
 * whole and in order, or not at all. In earlier turns blocks may be left out, but those that come back must be
 * unaltered and in order.
 */
import { type MergedMessage, type PlacedBlock, pathOf } from "../prompt/merge.ts";
import { type Origin, readSignature } from "../thinking/signatures.ts";
import type { RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: foreign and damaged signatures, then what was done to the open loop. */
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
];

interface Signed extends PlacedBlock {
  signature: Origin | "foreign" | "broken";
}

function checkSignatures(call: Call): string | undefined {
  const { earlier, latest } = assistantMessages(call);
  const foreign = [...earlier, ...latest]
    .flatMap(signedBlocks)
    .find(
      (signed) =>
        signed.signature === "foreign" &&
        !(call.settings.foreignSignatures === "accept" && hasOne(signed.block)),
    );
  const fault = foreign ?? firstOf(earlier, (message) => firstMisplaced(signedBlocks(message)));
  return fault && `${pathOf(fault)}: ${invalid(fault.block)}`;
}

function checkLatest(call: Call): string | undefined {
  const fault = firstOf(assistantMessages(call).latest, (message) => {
    const signed = signedBlocks(message);
    return firstMisplaced(signed) ?? firstIncomplete(signed);
  });
  return (
    fault &&
    `${pathOf(fault)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be ` +
      "modified. These blocks must remain as they were in the original response."
  );
}

function assistantMessages(call: Call): { earlier: MergedMessage[]; latest: MergedMessage[] } {
  const messages = call.merged;
  const prompt = messages.findLastIndex(
    ({ role, blocks }) => role === "user" && blocks.every(({ block }) => block.type !== "tool_result"),
  );
  const ofAssistant = (message: MergedMessage): boolean => message.role === "assistant";
  return {
    earlier: messages.slice(0, prompt + 1).filter(ofAssistant),
    latest: messages.slice(prompt + 1).filter(ofAssistant),
  };
}

function signedBlocks(message: MergedMessage): Signed[] {
  return message.blocks
    .filter(({ block }) => block.type === "thinking" || block.type === "redacted_thinking")
    .map((placed) => ({ ...placed, signature: readSignature(placed.block) }));
}

/** The first block that is altered, or does not come after the blocks that its answer had before it. */
function firstMisplaced(blocks: readonly Signed[]): Signed | undefined {
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
function firstIncomplete(blocks: readonly Signed[]): Signed | undefined {
  return blocks.find(({ signature }, at) => {
    if (typeof signature === "string") return false;
    const { ordinal, total } = signature;
    const hasBefore = ordinal === 0 || isPart(blocks[at - 1], signature, ordinal - 1);
    const hasAfter = ordinal === total - 1 || isPart(blocks[at + 1], signature, ordinal + 1);
    return !hasBefore || !hasAfter;
  });
}

function isPart(signed: Signed | undefined, { answer }: Origin, ordinal: number): boolean {
  if (signed === undefined || typeof signed.signature === "string") return false;
  return signed.signature.answer === answer && signed.signature.ordinal === ordinal;
}

function hasOne(block: RequestBlock): boolean {
  return Boolean(block.type === "redacted_thinking" ? block.data : block.signature);
}

// The wording for `data` is the API's own as public reports quote it; MR-45 gives only the one for `signature`.
function invalid(block: RequestBlock): string {
  return block.type === "redacted_thinking"
    ? "Invalid `data` in `redacted_thinking` block"
    : "Invalid `signature` in `thinking` block";
}
