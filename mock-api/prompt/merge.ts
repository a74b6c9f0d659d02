/**
 * A conversation as the API reads it: neighbours of one role are one message (MR-19).
 *
 * How this mock reads what the documentation leaves open: indexes in refusals are those of the request AS SENT;
 * what a rule asks of "the next message" it asks of the next merged one. So results split over two neighbouring
 * user messages answer their calls, and text in the first of the two stands before the results of the second.
 */

import type { MessagesRequest, RequestBlock, RequestMessage } from "../wire.ts";
import { blocksOf } from "./prompt.ts";

/** A block with the place it was sent at. */
export interface PlacedBlock {
  block: RequestBlock;
  /** Index of its message. */
  message: number;
  /** Index in the content of its message. */
  index: number;
}

/** What neighbouring messages of one role come to. */
export interface MergedMessage {
  role: RequestMessage["role"];
  blocks: PlacedBlock[];
  /** Index of the first message it was sent as. */
  first: number;
  /** Index of the last one. */
  last: number;
}

/**
 * The messages of a request with neighbours of one role merged. A system message that only sets the effort from there
 * on says nothing and stands between no two others (MR-24).
 */
export function mergeNeighbours(request: MessagesRequest): MergedMessage[] {
  const merged: MergedMessage[] = [];
  for (const [message, { role, content, output_config }] of request.messages.entries()) {
    if (role === "system" && content.length === 0 && output_config) continue;
    const blocks = blocksOf(content).map((block, index) => ({ block, message, index }));
    const before = merged.at(-1);
    if (before?.role !== role) {
      merged.push({ role, blocks, first: message, last: message });
      continue;
    }
    for (const block of blocks) before.blocks.push(block);
    before.last = message;
  }
  return merged;
}

/** The place of a block as refusals write it. */
export function pathOf({ message, index }: PlacedBlock): string {
  return `messages.${message}.content.${index}`;
}
