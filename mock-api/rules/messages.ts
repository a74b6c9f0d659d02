/** What a conversation has to look like: who begins, and that something is said (MR-20 to MR-22). */
import { isSigned } from "../features/compaction-signature.ts";
import { compactEditOf } from "../features/edit-shapes.ts";
import { pathOf } from "../prompt/merge.ts";
import { blocksOf } from "../prompt/prompt.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule, type RuleKeptElsewhere } from "./rule.ts";

/** MR-19: told of the conversation as the API reads it, not checked. */
export const mergeRules: RuleKeptElsewhere[] = [
  {
    id: "MR-19",
    checks: "neighbouring messages of one role are read as one",
    kind: "response",
    confidence: "H",
    keptIn: "prompt/merge.ts",
  },
];

/** Order: who begins, each message's text, the system prompt's, then how results are spread over messages. */
export const messageRules: RefusalRule[] = [
  {
    id: "MR-20",
    checks:
      "the first message is a user's, or begins with a summary: a signed one, or one of a living threshold edit",
    kind: "refusal",
    confidence: "M",
    check: ({ request }) =>
      request.messages[0]?.role === "assistant" && !beginsCompacted(request)
        ? 'messages: first message must use the "user" role'
        : undefined,
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
  {
    id: "MR-19",
    part: "split-results",
    checks: "all results of one assistant message stand in one user message",
    kind: "refusal",
    confidence: "L",
    check: checkTogether,
  },
];

/**
 * MR-102, MR-103: what was summarized is gone, and its summary may begin the conversation in the assistant's name. A
 * summary that failed stands for nothing.
 */
function beginsCompacted(request: MessagesRequest): boolean {
  const first = blocksOf(request.messages[0]?.content ?? [])[0];
  if (first?.type !== "compaction" || first.content == null) return false;
  return isSigned(first) || compactEditOf(request) !== undefined;
}

function checkTogether({ merged }: Call): string | undefined {
  return firstOf(merged, ({ role, blocks }) => {
    const results = role === "user" ? blocks.filter(({ block }) => block.type === "tool_result") : [];
    const strayed = results.find(({ message }) => message !== results[0]?.message);
    return (
      strayed &&
      `${pathOf(strayed)}: all \`tool_result\` blocks of one assistant message must stand in a single user message`
    );
  });
}

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
