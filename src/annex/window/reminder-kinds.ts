/**
 * Of which kind a reminder is, by its first words. They are the harness's own: in any other text the tag of a reminder is
 * neutralised (D-18), so nothing that a file, a tool or a user says is taken for one.
 */
import type { Block } from "../../wire.ts";
import type { Category } from "./categories.ts";

/** The tag, and behind it the first words. */
const OPENING = "<system-reminder>\n";

/** First words, and the category of what begins with them. Any other reminder is a part of the conversation. */
const KINDS: readonly (readonly [words: RegExp, category: Category])[] = [
  [/^The user keeps instructions for you in /, "Memory files"],
  [/^The user's instructions for what you work on now are also in this file\./, "Memory files"],
  [/^.+ has changed\. This is what it says now; /, "Memory files"],
  [/^.+ does not hold any more: /, "Memory files"],
  [/^These skills are there\. |^The skills have changed\. |^No longer there: /, "Skills"],
  [/^Tools of MCP servers, by name only\. |^The tools of MCP servers have changed\./, "MCP tools"],
  [/^(You have|The user has) invoked the skill "/, "Skills"],
];

/** The category of a block of a message. Law: one-category */
export function categoryOf(block: Block): Category {
  const words = reminderWords(block);
  return KINDS.find(([first]) => words !== undefined && first.test(words))?.[1] ?? "Messages";
}

/** What a reminder says; undefined for a block that is none. */
export function reminderWords({ type, text }: Block): string | undefined {
  return type === "text" && typeof text === "string" && text.startsWith(OPENING)
    ? text.slice(OPENING.length).replace(/\n<\/system-reminder>$/, "")
    : undefined;
}
