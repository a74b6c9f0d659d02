/** What a conversation has to look like: who begins, who ends, and that something is said (MR-20 to MR-22, MR-25). */
import { traitsOf } from "../models.ts";
import { blocksOf } from "../prompt.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import { firstOf, type Rule } from "./rule.ts";

/** Order: the list, each message's text, the last message. */
export const messageRules: Rule[] = [
  {
    id: "MR-21", // The API's wording is not confirmed.
    check: ({ messages }) =>
      messages.length === 0 ? "messages: at least one message is required" : undefined,
  },
  {
    id: "MR-20",
    check: ({ messages }) =>
      messages[0]?.role === "assistant" ? 'messages: first message must use the "user" role' : undefined,
  },
  { id: "MR-22", check: checkSaying },
  {
    id: "MR-22",
    check: ({ system }) => {
      const fault = faultOfTexts(blocksOf(system ?? []));
      return fault && `system: ${fault}`;
    },
  },
];

/** Stated after the tools' rules: a call that nothing answers is the more telling fault of a last message. */
export const endingRules: Rule[] = [
  {
    id: "MR-25",
    check: ({ model, messages }) =>
      messages.at(-1)?.role === "assistant" && !traitsOf(model).prefill
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
