/** What a person calls a block of a conversation. */
import {
  type Block,
  isRecord,
  isToolResult,
  isToolUse,
  type Role,
  spelled,
  type ToolUseBlock,
} from "../../wire.ts";
import { beginning, cutTo } from "../log/one-line.ts";
import { reminderWords } from "./reminder-kinds.ts";

/** Columns of a name, at most. */
const LONGEST = 60;
/** What of a call's input says the most, the first of these that is there. */
const TELLING = ["file_path", "path", "command", "pattern", "url", "query", "description", "skill"] as const;

/** Its name, and for a result the tool that it is of. */
export function nameOf(
  role: Role,
  block: Block,
  calls: ReadonlyMap<string, ToolUseBlock>,
): { readonly name: string; readonly of?: string | undefined; readonly text?: string } {
  if (isToolUse(block)) return { name: `call ${callName(block)}` };
  if (isToolResult(block)) {
    const call = calls.get(block.tool_use_id);
    return call ? { name: callName(call), of: call.name } : { name: "result of an unknown call" };
  }
  const words = reminderWords(block);
  if (words !== undefined) return { name: `reminder: ${short(words)}`, text: words };
  if (block.type === "text")
    return { name: `${role === "user" ? "you" : "answer"}: ${short(spelled(block["text"]))}` };
  return { name: block.type };
}

function callName({ name, input }: ToolUseBlock): string {
  const telling = isRecord(input) ? TELLING.find((field) => typeof input[field] === "string") : undefined;
  return telling && isRecord(input) ? short(`${name} ${spelled(input[telling])}`) : name;
}

function short(text: string): string {
  return cutTo(beginning(text, LONGEST), LONGEST);
}
