/** Which blocks of a log can be sent: the others stay in it. */
import { type Block, isRecord, isToolResult, isToolUse, type Message } from "../wire.ts";

/** The block types that the API takes from each role. A block of another type stays in the log and is not sent. */
const SENDABLE: Readonly<Record<Message["role"], RegExp>> = {
  user: /^(text|image|document|search_result|tool_result|container_upload)$/,
  assistant:
    /^(text|thinking|redacted_thinking|tool_use|container_upload|compaction|(server|mcp)_tool_use|[a-z_]+_tool_result)$/,
};

/** What a block of these types cannot do without (MR-10); the other types are looked at more closely. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  image: ["source"],
  document: ["source"],
  search_result: ["source", "title", "content"],
  container_upload: ["file_id"],
  server_tool_use: ["id", "name", "input"],
  mcp_tool_use: ["id", "name", "input", "server_name"],
};

/** The form of a tool call's id (MR-32). */
const CALL_ID = /^[a-zA-Z0-9_-]+$/;

/** The API refuses empty text and hollow blocks, and takes no other types than these (MR-22, MR-33, MR-45, fact 35). */
export function isSayable(role: Message["role"], block: Block): boolean {
  if (!SENDABLE[role].test(block.type)) return false;
  if (NEEDED[block.type]?.some((field) => block[field] == null)) return false;
  if (block.type === "text") return typeof block["text"] === "string" && block["text"].trim() !== "";
  // Thinking that is not shown has an empty text (fact 46); it is the signature that says it was thought.
  if (block.type === "thinking") return typeof block["thinking"] === "string" && isFilled(block["signature"]);
  if (block.type === "redacted_thinking") return isFilled(block["data"]);
  if (block.type === "tool_use") return isToolUse(block) && CALL_ID.test(block.id) && isRecord(block.input);
  return block.type !== "tool_result" || isToolResult(block);
}

function isFilled(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
