/** Clearing the thinking of earlier turns (MR-101, `clear_thinking_20251015`). */
import { traitsOf } from "../catalog/traits.ts";
import { blocksOf } from "../prompt/prompt.ts";
import { isThinking } from "../thinking/signatures.ts";
import type { MessagesRequest, RequestMessage } from "../wire.ts";
import type { Cleared, ClearThinkingEdit } from "./edit-shapes.ts";

/**
 * Leaves out the thinking of all turns but the last ones that are kept. A turn is all that the assistant says between
 * two prompts, calls and their results included; turns without thinking are not counted.
 */
export function clearThinking(request: MessagesRequest, edit: ClearThinkingEdit): Cleared | undefined {
  const keep = turnsKept(request, edit);
  if (keep === "all") return undefined;
  const turns = turnNumbers(request.messages);
  const thinking = new Set(turns.filter((_, at) => hasThinking(request.messages[at])));
  const cleared = new Set([...thinking].slice(0, Math.max(0, thinking.size - keep)));
  if (cleared.size === 0) return undefined;
  const messages = request.messages.map((message, at) =>
    cleared.has(turns[at] ?? -1) ? withoutThinking(message) : message,
  );
  return { request: { ...request, messages }, count: cleared.size };
}

function turnsKept(request: MessagesRequest, { keep }: ClearThinkingEdit): number | "all" {
  if (keep == null) return traitsOf(request.model).keepsThinking === "all" ? "all" : 1;
  return keep === "all" || keep.type === "all" ? "all" : keep.value;
}

/** The turn that each message belongs to. A user message that is not results alone begins the next. */
function turnNumbers(messages: readonly RequestMessage[]): number[] {
  let turn = 0;
  return messages.map((message) => {
    if (message.role === "user" && !isResultsAlone(message)) turn += 1;
    return turn;
  });
}

function isResultsAlone({ content }: RequestMessage): boolean {
  return blocksOf(content).every(({ type }) => type === "tool_result");
}

function hasThinking(message: RequestMessage | undefined): boolean {
  return message?.role === "assistant" && blocksOf(message.content).some(isThinking);
}

function withoutThinking(message: RequestMessage): RequestMessage {
  if (!hasThinking(message)) return message;
  return { ...message, content: blocksOf(message.content).filter((block) => !isThinking(block)) };
}
