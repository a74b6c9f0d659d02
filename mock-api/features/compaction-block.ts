/** A `compaction` block in a conversation: it stands for everything before it (MR-102, MR-103). */
import type { MessagesRequest, RequestBlock, RequestMessage } from "../wire.ts";

/** The place of a block. */
interface Place {
  message: number;
  index: number;
}

/** A summary, or a summary that failed: then its content is null, and it is as if it were not there. */
function isCompaction({ type }: { type: string }): boolean {
  return type === "compaction";
}

/** A `compaction` block with where it stands. */
export interface PlacedCompaction extends Place {
  block: RequestBlock;
}

const FOUND = new WeakMap<readonly RequestMessage[], PlacedCompaction[]>();

/** All `compaction` blocks of a conversation, in order; looked for once, because several rules ask. */
export function compactionsIn(messages: readonly RequestMessage[]): readonly PlacedCompaction[] {
  const found = FOUND.get(messages) ?? find(messages);
  FOUND.set(messages, found);
  return found;
}

function find(messages: readonly RequestMessage[]): PlacedCompaction[] {
  return messages.flatMap(({ content }, message) =>
    typeof content === "string"
      ? []
      : content.flatMap((block, index) => (isCompaction(block) ? [{ message, index, block }] : [])),
  );
}

/**
 * The request as the model reads it: everything before the last summary is left out, and so are summaries that
 * failed. The same object when there is no summary.
 */
export function afterSummary(request: MessagesRequest): MessagesRequest {
  const all = compactionsIn(request.messages);
  if (all.length === 0) return request;
  const last = all.findLast(({ block }) => block.content != null);
  const kept = last ? request.messages.slice(last.message) : request.messages;
  const messages = kept.map((message, at) => ({
    ...message,
    content: shownBlocks(message.content, at === 0 ? (last?.index ?? 0) : 0),
  }));
  return { ...request, messages: messages.filter(({ content }) => content.length > 0) };
}

/** A message that is nothing but a summary, as a later request carries it. */
export function summaryMessage(content: string): RequestMessage {
  return { role: "assistant", content: [{ type: "compaction", content }] };
}

// The signature is no part of what the model reads; it is the client's receipt.
function shownBlocks(content: RequestMessage["content"], from: number): RequestMessage["content"] {
  if (typeof content === "string") return content;
  const shown = content.slice(from).filter((block) => !isCompaction(block) || block.content != null);
  return shown.map((block) => {
    if (!isCompaction(block)) return block;
    const { signature: _signature, ...read } = block;
    return read;
  });
}
