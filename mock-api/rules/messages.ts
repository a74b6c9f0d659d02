/** What a conversation has to look like: who begins, who ends, and that something is said (MR-20 to MR-22, MR-25). */
import { blocksOf } from "../prompt/prompt.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: the list, each message's text, the last message. */
export const messageRules: RefusalRule[] = [
  {
    id: "MR-21",
    checks: "there is at least one message",
    kind: "refusal",
    confidence: "L", // The API's wording is not confirmed.
    on: true,
    check: ({ request: { messages } }) =>
      messages.length === 0 ? "messages: at least one message is required" : undefined,
  },
  {
    id: "MR-20",
    checks: "the first message is a user's",
    kind: "refusal",
    confidence: "M",
    check: ({ request: { messages } }) =>
      messages[0]?.role === "assistant" ? 'messages: first message must use the "user" role' : undefined,
  },
  {
    id: "MR-22",
    part: "messages",
    checks: "every message says something: no empty text, not whitespace alone, no empty user message",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => checkSaying(request),
  },
  {
    id: "MR-22",
    part: "system",
    checks: "the system prompt has no empty text block and is not whitespace alone",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { system } }) => {
      const fault = faultOfTexts(blocksOf(system ?? []));
      return fault && `system: ${fault}`;
    },
  },
];

/** Stated after the tools' rules: a call that nothing answers is the more telling fault of a last message. */
export const endingRules: RefusalRule[] = [
  {
    id: "MR-25",
    checks: "a model that cannot be prefilled is not given an assistant message to go on with",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { messages }, traits }) =>
      messages.at(-1)?.role === "assistant" && !traits.prefill
        ? "This model does not support assistant message prefill. The conversation must end with a user message."
        : undefined,
  },
];

function checkSaying({ messages }: MessagesRequest): string | undefined {
  return firstOf(messages.entries(), ([index, { role, content }]) => {
    if (role === "user" && content.length === 0)
      return `messages.${index}: user messages must have non-empty content`;
    const fault = faultOfTexts(blocksOf(content));
    return fault && `messages: ${fault}`;
  });
}

/** Text has to be there, and more than whitespace unless another block says something. */
function faultOfTexts(blocks: readonly RequestBlock[]): string | undefined {
  const texts = blocks.filter((block) => block.type === "text");
  if (texts.some((block) => block.text === "")) return "text content blocks must be non-empty";
  const silent =
    texts.length > 0 && texts.length === blocks.length && texts.every((block) => !block.text?.trim());
  return silent ? "text content blocks must contain non-whitespace text" : undefined;
}
