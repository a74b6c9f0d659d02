/** Ways to break the rules of rules/roles.ts. */
import type { RequestMessage } from "../../../mock-api/index.ts";
import { assistant, call, result, text, user } from "../blocks.ts";
import type { Break } from "./break.ts";
import { asking, going } from "./on-model.ts";

const told = (content: RequestMessage["content"] = "s"): RequestMessage => ({ role: "system", content });
const misplaced = (at: number): string =>
  `messages.${at}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result`;

export const ofRoles: Break[] = [
  asking("claude-sonnet-5", "MR-24/model", "a system message to a model without the role", going(told()), {
    text: "role 'system' is not supported on this model",
  }),
  asking("claude-opus-5", "MR-24/content", "a system message that says nothing", going(told([])), {
    text: (at) => `messages.${at}: system content must contain at least one block`,
  }),
  asking(
    "claude-opus-5",
    "MR-24/before",
    "a system message in front",
    ({ messages }) => ({ messages: [told(), assistant(text("a")), ...messages] }),
    { text: "messages.0: use the top-level 'system' parameter for the initial system prompt" },
  ),
  asking(
    "claude-haiku-5-5",
    "MR-24/before",
    "a system message after the assistant",
    going(assistant(text("a")), told(), assistant(text("b")), user(text("c"))),
    { text: (at) => misplaced(at + 1) },
  ),
  asking(
    "claude-opus-4-8",
    "MR-24/before",
    "a system message between a call and its result",
    going(assistant(call("x")), told(), user(result("x"))),
    { text: (at) => misplaced(at + 1) },
  ),
  asking(
    "claude-opus-5",
    "MR-24/after",
    "a user message after two system messages",
    going(told("one"), told("two"), user(text("b"))),
    {
      text: (at) => `messages.${at + 1}: role 'system' must precede an 'assistant' message or end the array`,
    },
  ),
];
