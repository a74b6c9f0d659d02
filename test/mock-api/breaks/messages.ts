/** Ways to break the rules of rules/fields.ts and rules/messages.ts. */
import { assistant, result, text, user } from "../blocks.ts";
import { adding, type Break, changing } from "./break.ts";

export const ofFields = [
  changing("MR-10", "no model", { model: undefined }, "model: Field required"),
  changing("MR-10", "no max_tokens", { max_tokens: undefined }, "max_tokens: Field required"),
  changing("MR-10", "no messages", { messages: undefined }, "messages: Field required"),
  adding("MR-10", "a call without a name", (at) => ({
    messages: [assistant({ type: "tool_use", id: "x", input: {} }), user(result("x"))],
    text: `messages.${at}.content.0.tool_use.name: Field required`,
  })),
];

export const ofMessages: Break[] = [
  changing("MR-21", "no message", { messages: [] }, "messages: at least one message is required"),
  {
    rule: "MR-20",
    how: "the assistant begins",
    make: (legal) => ({
      broken: {
        ...legal,
        messages: [assistant(text("x")), ...legal.messages.filter(({ role }) => role === "user").slice(0, 1)],
      },
      text: 'messages: first message must use the "user" role',
    }),
  },
  adding("MR-22/messages", "an empty text", () => ({
    messages: [assistant(text("x")), user(text("y"), text(""))],
    text: "messages: text content blocks must be non-empty",
  })),
  adding("MR-22/messages", "a message of whitespace", () => ({
    messages: [assistant(text("\n\n"))].concat(user(text("x"))),
    text: "messages: text content blocks must contain non-whitespace text",
  })),
  adding("MR-22/messages", "a user who says nothing", (at) => ({
    messages: [assistant(text("x")), user()],
    text: `messages.${at + 1}: user messages must have non-empty content`,
  })),
  adding("MR-22/messages", "a user whose string is empty", (at) => ({
    messages: [assistant(text("x")), { role: "user", content: "" }],
    text: `messages.${at + 1}: user messages must have non-empty content`,
  })),
  changing(
    "MR-22/system",
    "a system prompt of whitespace",
    { system: "  " },
    "system: text content blocks must contain non-whitespace text",
  ),
  changing(
    "MR-22/system",
    "an empty system text",
    { system: [text("")] },
    "system: text content blocks must be non-empty",
  ),
  {
    rule: "MR-25",
    how: "the assistant ends",
    make: (legal) => ({
      broken: { ...legal, model: "claude-opus-5", messages: [...legal.messages, assistant(text("x"))] },
      text: "This model does not support assistant message prefill. The conversation must end with a user message.",
    }),
  },
];
