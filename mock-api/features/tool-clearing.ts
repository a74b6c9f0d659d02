/** Clearing the results of earlier tool uses (MR-101, `clear_tool_uses_20250919`). */
import { blocksOf } from "../prompt/prompt.ts";
import { countTokens } from "../prompt/tokens.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import type { Amount, Cleared, ClearToolUsesEdit } from "./edit-shapes.ts";

/** What the model reads in place of a result. The API's own words are not public. */
const CLEARED = "[cleared]";

const TRIGGER: Amount = { type: "input_tokens", value: 100_000 };
const KEEP = 3;

/**
 * Puts a placeholder in place of the oldest results, all but those of the last uses and of the excluded tools, once
 * the trigger is passed. A result that is no longer than the placeholder stays: there is nothing to gain.
 */
export function clearToolUses(request: MessagesRequest, edit: ClearToolUsesEdit): Cleared | undefined {
  const uses = usesIn(request);
  const trigger = edit.trigger ?? TRIGGER;
  const reached = trigger.type === "tool_uses" ? uses.length : countTokens(request);
  if (reached <= trigger.value) return undefined;
  const old = uses.slice(0, Math.max(0, uses.length - (edit.keep?.value ?? KEEP)));
  const excluded = new Set(edit.exclude_tools ?? []);
  const chosen = new Map(old.flatMap(({ id, name }) => (excluded.has(name) ? [] : [[id, name]])));
  const cleared = new Set<string>();
  const clearBlock = (block: RequestBlock): RequestBlock => {
    const id = String(block.type === "tool_result" ? block.tool_use_id : block.id);
    const name = chosen.get(id);
    const blank = name === undefined ? undefined : blankOf(block, name, edit);
    if (!blank) return block;
    cleared.add(id);
    return blank;
  };
  const messages = request.messages.map((message) =>
    typeof message.content === "string" ? message : { ...message, content: message.content.map(clearBlock) },
  );
  const edited = { ...request, messages };
  if (cleared.size === 0 || !isWorthIt(request, edited, edit)) return undefined;
  return { request: edited, count: cleared.size };
}

/** The tool uses of a conversation, oldest first. */
function usesIn({ messages }: MessagesRequest): { id: string; name: string }[] {
  return messages.flatMap(({ role, content }) =>
    role !== "assistant"
      ? []
      : blocksOf(content).flatMap(({ type, id, name }) =>
          type === "tool_use" && id !== undefined && name !== undefined ? [{ id, name }] : [],
        ),
  );
}

/** The cleared form of a result or a call; undefined when the block stays as it is. */
function blankOf(block: RequestBlock, name: string, edit: ClearToolUsesEdit): RequestBlock | undefined {
  if (block.type === "tool_result") {
    const blank = { ...block, content: CLEARED };
    return countTokens(blank) < countTokens(block) ? blank : undefined;
  }
  const { clear_tool_inputs: inputs } = edit;
  const wanted = Array.isArray(inputs) ? inputs.includes(name) : inputs === true;
  return block.type === "tool_use" && wanted && !isEmpty(block.input) ? { ...block, input: {} } : undefined;
}

function isEmpty(input: unknown): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).length === 0;
}

function isWorthIt(before: MessagesRequest, after: MessagesRequest, edit: ClearToolUsesEdit): boolean {
  const least = edit.clear_at_least?.value ?? 0;
  return least === 0 || countTokens(before) - countTokens(after) >= least;
}
