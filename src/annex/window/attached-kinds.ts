/** What attachments of a log say, by their type: those of this harness and those of the real client (O-8 to O-13). */
import { reminder } from "../../context/reminders.ts";
import { type Block, isRecord, spelled } from "../../wire.ts";
import type { Category } from "./categories.ts";

/** The category of an attachment by its type; of any other it is the conversation. */
export const ATTACHED: Readonly<Record<string, Category>> = {
  nested_memory: "Memory files",
  memory_changed: "Memory files",
  skill_listing: "Skills",
  invoked_skill: "Skills",
  invoked_skills: "Skills",
  dynamic_skill: "Skills",
  agent_listing_delta: "Custom agents",
  mcp_tools: "MCP tools",
  mcp_tools_changed: "MCP tools",
  deferred_tools_delta: "MCP tools",
  deferred_tools_record: "MCP tools",
  mcp_instructions_delta: "MCP tools",
};

/** Of types that this harness words in no way of its own: the fields that hold what the real client says. */
const SAYING: Readonly<Record<string, readonly string[]>> = {
  invoked_skills: ["skills"],
  dynamic_skill: ["content"],
  agent_listing_delta: ["addedLines"],
  deferred_tools_delta: ["addedLines", "addedNames"],
  mcp_instructions_delta: ["addedBlocks"],
  edited_text_file: ["filename", "snippet"],
  task_reminder: ["content"],
  queued_command: ["prompt"],
  read_truncation_notice: ["banner"],
};

/** About what the real client says for an attachment; nothing for a type that it does not send. */
export function attachedWords(attachment: Readonly<Record<string, unknown>>): readonly Block[] {
  const type = spelled(attachment["type"]);
  const fields = Object.hasOwn(SAYING, type) ? (SAYING[type] ?? []) : [];
  const words = fields.flatMap((field) => textsIn(attachment[field])).join("\n");
  return words === "" ? [] : [reminder(words)];
}

/** All texts in a value, in order. No line of a log is nested more deeply than a recursion bears. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}
