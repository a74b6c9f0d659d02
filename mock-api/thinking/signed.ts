/** The thinking of a request with what its signatures say, read once per request. */
import type { MergedMessage, PlacedBlock } from "../prompt/merge.ts";
import type { Call } from "../rules/call.ts";
import { type Claims, isThinking, readSignature } from "./signatures.ts";

/** A thinking block that was sent. */
export interface SignedBlock extends PlacedBlock {
  signature: Claims | "foreign" | "broken";
  /** Does it belong to the tool loop that is still open? */
  latest: boolean;
}

const READ = new WeakMap<Call, SignedBlock[][]>();

/**
 * The thinking of a request, in order, one list for each assistant message that has any (neighbours merged).
 *
 * The reading chosen here: the "latest assistant turn" is every assistant message of the tool loop that is still
 * open, those after the last (merged) user message that holds no tool result; for that is a new prompt, while one with
 * results goes on with the loop whatever text stands beside them.
 */
export function thinkingOf(call: Call): readonly (readonly SignedBlock[])[] {
  const read = READ.get(call) ?? readThinking(call);
  READ.set(call, read);
  return read;
}

function readThinking(call: Call): SignedBlock[][] {
  const prompt = call.merged.findLastIndex(isPrompt);
  const textIgnored = ignoresText(call);
  return call.merged
    .map(({ blocks }, at) =>
      blocks
        .filter(({ block }) => isThinking(block))
        .map((placed) => ({
          ...placed,
          signature: readSignature(placed.block, textIgnored),
          latest: at > prompt,
        })),
    )
    .filter((blocks) => blocks.length > 0);
}

function isPrompt({ role, blocks }: MergedMessage): boolean {
  return role === "user" && blocks.every(({ block }) => block.type !== "tool_result");
}

// MR-45. A block does not say whether it was shown or not, so the display that its conversation asks for stands for it.
function ignoresText({ request, traits }: Call): boolean {
  return traits.ignoresOmittedText && (request.thinking?.display ?? traits.display) === "omitted";
}
