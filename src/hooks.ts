/**
 * Where others may step into the loop: hooks. The core knows the moments and what a hook may do there; who is called,
 * and how, is the annex's.
 */
import type { ToolResultBlock, ToolUseBlock } from "./wire.ts";

/** A moment at which hooks are run. */
export type HookMoment =
  | { readonly event: "SessionStart"; readonly source: "startup" | "resume" | "clear" | "compact" }
  /** `messageId` is the uuid that the prompt's entry will have, so that lines of it can stand before it (fact 73). */
  | { readonly event: "UserPromptSubmit"; readonly prompt: string; readonly messageId: string }
  | { readonly event: "PreToolUse"; readonly call: ToolUseBlock }
  | { readonly event: "PostToolUse"; readonly call: ToolUseBlock; readonly result: ToolResultBlock }
  /** The model is done; `again` when it goes on only because a hook has said so. */
  | { readonly event: "Stop"; readonly again: boolean }
  /** The conversation is about to be summarized: whoever does that runs these, for in the loop nothing does. */
  | { readonly event: "PreCompact"; readonly trigger: "manual" | "auto" };

/** What hooks leave behind: an attachment of the log (O-10). */
export interface Attachment {
  readonly type: string;
  /** What tools are to find again in the log (`ToolContext.past`): it stands beside the attachment, and is never sent. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What came of the hooks of one moment. */
export interface HookVerdict {
  /** Logged in this order; what of them the model sees follows from their type. */
  readonly attachments: readonly Attachment[];
  /** Why it must not go on: the prompt is not sent, the tool is not run, the turn does not end (O-11). */
  readonly blocked?: string | undefined;
}

/**
 * Runs the hooks of a moment. Never throws. `told` gives the attachments that stand on the session's path: what the model
 * has been told already, which after a compaction or a rewind is less than the log holds.
 */
export type Hooks = (
  moment: HookMoment,
  signal?: AbortSignal,
  told?: () => readonly Attachment[],
) => Promise<HookVerdict>;

/** No hooks. */
export const NO_HOOKS: Hooks = async () => ({ attachments: [] });
