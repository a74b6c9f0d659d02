/** The shape of `context_management` in a request (MR-101, MR-102). */
import type { MessagesRequest } from "../wire.ts";

/** Counts something that a trigger, a reserve or a least amount is given in. */
export interface Amount {
  type: "input_tokens" | "tool_uses" | "thinking_turns";
  value: number;
}

/** Clears thinking of all but the last turns. Left out: all turns on a model that keeps thinking, else one. */
export interface ClearThinkingEdit {
  type: "clear_thinking_20251015";
  keep?: "all" | { type: "all" } | Amount | null;
}

/** Clears the results of all but the last tool uses, once there is too much of them. */
export interface ClearToolUsesEdit {
  type: "clear_tool_uses_20250919";
  /** Left out: 100,000 input tokens. */
  trigger?: Amount | null;
  /** Left out: 3 tool uses. */
  keep?: Amount | null;
  /** Tokens below which it is not worth it. */
  clear_at_least?: Amount | null;
  exclude_tools?: string[] | null;
  /** The inputs too, of all tools or of those named. */
  clear_tool_inputs?: boolean | string[] | null;
}

/** Summarizes the conversation once it is long enough (MR-102). */
export interface CompactEdit {
  type: "compact_20260112";
  /** Left out: 150,000 input tokens. */
  trigger?: Amount | null;
  pause_after_compaction?: boolean | null;
  instructions?: string | null;
}

export type ContextEdit = ClearThinkingEdit | ClearToolUsesEdit | CompactEdit;

/** A request without what one edit clears, and how many turns or tool uses that was. */
export interface Cleared {
  request: MessagesRequest;
  count: number;
}

/** The edits that a request asks for, in order. */
export function editsOf(request: MessagesRequest): ContextEdit[] {
  const management = request["context_management"] as { edits?: ContextEdit[] | null } | null | undefined;
  return management?.edits ?? [];
}

/** The one that asks for a summary at a threshold. */
export function compactEditOf(request: MessagesRequest): CompactEdit | undefined {
  return editsOf(request).find((edit): edit is CompactEdit => edit.type === "compact_20260112");
}
