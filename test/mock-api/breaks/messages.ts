/** Ways to break the rules of rules/messages.ts. */
import { assistant, call, result, text, user } from "../blocks.ts";
import { adding, type Break, changing } from "./break.ts";

export const ofMessages: Break[] = [
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
  {
    rule: "MR-20",
    how: "a summary that failed begins",
    make: (legal) => ({
      broken: {
        ...legal,
        context_management: { edits: [{ type: "compact_20260112" }] },
        messages: [assistant({ type: "compaction", content: null } as never), user(text("x"))],
      },
      headers: { "anthropic-beta": "compact-2026-01-12" },
      text: 'messages: first message must use the "user" role',
    }),
  },
  {
    ...adding("MR-19/split-results", "results in two user messages", () => ({
      messages: [assistant(call("x"), call("y")), user(result("x")), user(result("y"))],
    })),
    rules: { "MR-19/split-results": true },
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
];
