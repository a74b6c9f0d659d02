/** Context edits: what the API takes out of a conversation before the model sees it (MR-101). */
import { countTokens } from "../prompt/tokens.ts";
import type { MessagesRequest } from "../wire.ts";
import { type Cleared, type ContextEdit, editsOf } from "./edit-shapes.ts";
import { clearThinking } from "./thinking-clearing.ts";
import { clearToolUses } from "./tool-clearing.ts";

/** What one edit took out, as the response tells it. */
export type AppliedEdit =
  | { type: "clear_thinking_20251015"; cleared_thinking_turns: number; cleared_input_tokens: number }
  | { type: "clear_tool_uses_20250919"; cleared_tool_uses: number; cleared_input_tokens: number };

/**
 * Applies the clearing edits one after the other. An edit that clears nothing is not told of.
 *
 * Law: edits-add-up.
 */
export function applyEdits(request: MessagesRequest): { request: MessagesRequest; applied: AppliedEdit[] } {
  const applied: AppliedEdit[] = [];
  let edited = request;
  for (const edit of editsOf(request)) {
    const cleared = clear(edited, edit);
    if (!cleared) continue;
    const cleared_input_tokens = countTokens(edited) - countTokens(cleared.request);
    applied.push(told(edit.type, cleared.count, cleared_input_tokens));
    edited = cleared.request;
  }
  return { request: edited, applied };
}

function clear(request: MessagesRequest, edit: ContextEdit): Cleared | undefined {
  if (edit.type === "clear_thinking_20251015") return clearThinking(request, edit);
  return edit.type === "clear_tool_uses_20250919" ? clearToolUses(request, edit) : undefined;
}

function told(type: ContextEdit["type"], count: number, cleared_input_tokens: number): AppliedEdit {
  return type === "clear_thinking_20251015"
    ? { type, cleared_thinking_turns: count, cleared_input_tokens }
    : { type: "clear_tool_uses_20250919", cleared_tool_uses: count, cleared_input_tokens };
}
