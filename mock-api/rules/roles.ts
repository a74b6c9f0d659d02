/** System messages in the middle of a conversation (MR-24). Neighbouring ones are merged and count as one. */
import type { MergedMessage } from "../prompt/merge.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { isServerResult } from "./server-tools.ts";

/** Order: may the model be told so at all, what the message holds, then what stands before it, then what after it. */
export const systemRoleRules: RefusalRule[] = [
  {
    id: "MR-24",
    part: "model",
    checks: "only a model that knows the role is sent a system message",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { messages }, traits }) =>
      !traits.systemMessages && messages.some(({ role }) => role === "system")
        ? "role 'system' is not supported on this model"
        : undefined,
  },
  {
    id: "MR-24",
    part: "content",
    checks: "a system message says something, unless it only sets the effort",
    kind: "refusal",
    confidence: "M", // Seen in one public capture; the wording is from there.
    check: (call) =>
      firstFault(call, ({ blocks, first }) =>
        blocks.length === 0 ? `messages.${first}: system content must contain at least one block` : undefined,
      ),
  },
  {
    id: "MR-24",
    part: "before",
    checks:
      "a system message follows a user message, or an assistant message that ends in a server tool's result",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstFault(call, ({ first }, before) => {
        if (mayFollow(before)) return undefined;
        return before
          ? `messages.${first}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`
          : `messages.${first}: use the top-level 'system' parameter for the initial system prompt`;
      }),
  },
  {
    id: "MR-24",
    part: "after",
    checks: "a system message is the last one, or an assistant message comes after it",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstFault(call, ({ last }, _before, after) =>
        after === undefined || after.role === "assistant"
          ? undefined
          : `messages.${last}: role 'system' must precede an 'assistant' message or end the array`,
      ),
  },
];

type Look = (message: MergedMessage, before?: MergedMessage, after?: MergedMessage) => string | undefined;

function firstFault({ merged }: Call, look: Look): string | undefined {
  return firstOf(merged.entries(), ([at, message]) =>
    message.role === "system" ? look(message, merged[at - 1], merged[at + 1]) : undefined,
  );
}

// That it may not follow a plain assistant message also keeps it from between a call and its result.
function mayFollow(before: MergedMessage | undefined): boolean {
  if (before?.role === "user") return true;
  const last = before?.blocks.at(-1)?.block;
  return last !== undefined && isServerResult(last);
}
