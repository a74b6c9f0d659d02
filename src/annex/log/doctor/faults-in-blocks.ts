/**
 * Faults in what an entry of the path says: blocks that are not sent, or not as the log has them.
 */
import { blocksOf, isSynthetic } from "../../../log/entry.ts";
import type { Node } from "../../../log/tree.ts";
import { type Block, isToolResult, isToolUse } from "../../../wire.ts";
import type { Found } from "./fault-kinds.ts";
import { isBlank, type OpenedLog } from "./opened-log.ts";

/** Texts without words on the path. */
export function emptyTexts(opened: OpenedLog): Found[] {
  return spoken(opened)
    .filter(({ blocks }) => blocks.some(isBlank))
    .map(({ node: { line } }) => ({
      line,
      message: "A text of this entry is empty: it is not sent, because the API would refuse it.",
    }));
}

/** The kinds of block that everybody knows, with what tells that one is whole. */
const WHOLE: Readonly<Record<string, (block: Block) => boolean>> = {
  // Thinking that is whole may be left out for another reason; a call's and a result's faults have their own kinds.
  thinking: ({ signature, thinking }) => isFilled(signature) && typeof thinking === "string",
  redacted_thinking: ({ data }) => isFilled(data),
  tool_use: (block) => isToolUse(block) && /^[\w-]+$/.test(block.id) && Object(block.input) === block.input,
  tool_result: isToolResult,
  image: ({ source }) => source != null,
  document: ({ source }) => source != null,
};

/** Blocks that lack what the API needs, on the path. */
export function hollowBlocks(opened: OpenedLog): Found[] {
  return spoken(opened).flatMap(({ node: { line }, blocks }) => {
    const hollow = blocks.find((block) => WHOLE[block.type]?.(block) === false && !opened.sent.has(block));
    if (!hollow) return [];
    const message = `A ${hollow.type} block of this entry lacks what the API needs: it stays in the log and is not sent.`;
    return [{ line, message }];
  });
}

/** Texts in which a character was cut in half (fact 57). */
export function halfCharacters(opened: OpenedLog): Found[] {
  return spoken(opened)
    .filter(({ blocks }) => blocks.some((block) => HALF.test(JSON.stringify(block))))
    .map(({ node: { line } }) => ({
      line,
      message: "A character of this entry is cut in half: the model sees \ufffd in its place.",
    }));
}

/** JSON writes half a character as an escape; a backslash before a backslash begins none. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/** Lines with bytes that are no text. */
export function garbledLines({ garbled }: OpenedLog): Found[] {
  return garbled.map((line) => ({
    line,
    message: "The line holds bytes that are not UTF-8: if it is sent, the model sees \ufffd in their place.",
  }));
}

function spoken({ onPath }: OpenedLog): { node: Node; blocks: readonly Block[] }[] {
  return [...onPath]
    .filter(({ entry }) => !isSynthetic(entry))
    .map((node) => ({ node, blocks: blocksOf(node.entry) }));
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
