/** Ways to break the rules of rules/thinking.ts that are about a block itself. */
import type { MessagesRequest, RequestBlock, RequestMessage } from "../../../mock-api/index.ts";
import { assistant, call, result, text, thought, user } from "../blocks.ts";
import { adding, type Break } from "./break.ts";

const modified = (path: string): string =>
  `${path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
const forged = (path: string): string => `${path}: Invalid \`signature\` in \`thinking\` block`;

const [first, second, other] = [thought(0, 2), thought(1, 2), thought(0, 2, "msg_other")];
const openLoop = (...thinking: RequestBlock[]): RequestMessage[] => [
  assistant(...thinking, call("x")),
  user(result("x")),
];
const closedTurn = (...thinking: RequestBlock[]): RequestMessage[] => [
  assistant(...thinking, text("z")),
  user(text("z")),
];

/** On a model that ignores the text of thinking that is not shown, the thinking has to be shown first (MR-45). */
function onShownThinking({ make, ...broken }: Break): Break {
  const shown = (legal: MessagesRequest): MessagesRequest =>
    legal.model === "claude-sonnet-5"
      ? { ...legal, thinking: { type: "adaptive", display: "summarized" } }
      : legal;
  return { ...broken, make: (legal) => make(shown(legal)) };
}

export const ofThinking: Break[] = [
  onShownThinking(
    adding("MR-42", "an altered thought in the open loop", (at) => ({
      messages: openLoop({ ...first, thinking: "thought 0 " }, second),
      text: modified(`messages.${at}.content.0`),
    })),
  ),
  adding("MR-42", "thoughts in another order", (at) => ({
    messages: openLoop(second, first),
    text: modified(`messages.${at}.content.1`),
  })),
  adding("MR-42", "the second of two thoughts missing", (at) => ({
    messages: openLoop(first),
    text: modified(`messages.${at}.content.0`),
  })),
  adding("MR-42", "the first of two thoughts missing", (at) => ({
    messages: openLoop(second),
    text: modified(`messages.${at}.content.0`),
  })),
  adding("MR-42", "a thought twice", (at) => ({
    messages: openLoop(first, first, second),
    text: modified(`messages.${at}.content.1`),
  })),
  onShownThinking(
    adding("MR-45", "an altered thought in an earlier turn", (at) => ({
      messages: closedTurn(first, { ...second, thinking: "thought 1 " }),
      text: forged(`messages.${at}.content.1`),
    })),
  ),
  adding("MR-45", "earlier thoughts in another order", (at) => ({
    messages: closedTurn(second, first),
    text: forged(`messages.${at}.content.1`),
  })),
  adding("MR-45", "earlier thoughts of two answers mixed", (at) => ({
    messages: closedTurn(first, other, second),
    text: forged(`messages.${at}.content.2`),
  })),
  adding("MR-45", "a foreign signature", (at) => ({
    messages: openLoop({ type: "thinking", thinking: "thought 0", signature: "EqQBCg==" }),
    text: forged(`messages.${at}.content.0`),
  })),
  adding("MR-45", "no signature", (at) => ({
    messages: openLoop({ type: "thinking", thinking: "thought 0" }),
    text: forged(`messages.${at}.content.0`),
  })),
  adding("MR-45", "foreign redacted data", (at) => ({
    messages: openLoop({ type: "redacted_thinking", data: "EqQBCg==" }),
    text: `messages.${at}.content.0: Invalid \`data\` in \`redacted_thinking\` block`,
  })),
];
