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
}

/** The messages of a request with neighbours of one role merged. */
export function mergeNeighbours(request: MessagesRequest): MergedMessage[] {
  const merged: MergedMessage[] = [];
  for (const [message, { role, content }] of request.messages.entries()) {
    const blocks = blocksOf(content).map((block, index) => ({ block, message, index }));
    const last = merged.at(-1);
    if (last?.role === role) for (const block of blocks) last.blocks.push(block);
    else merged.push({ role, blocks });
  }
  return merged;
}

/** The place of a block as refusals write it. */
export function pathOf({ message, index }: PlacedBlock): string {
  return `messages.${message}.content.${index}`;
}
