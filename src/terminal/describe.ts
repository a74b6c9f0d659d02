/** A block or a log line in a few words, on one line, whatever stands in it (bug report 42). Law: views-total */
import { oneLine } from "../annex/log/one-line.ts";
import { blocksOf, isChainEntry, type Line } from "../log/entry.ts";
import { type Block, isRecord } from "../wire.ts";

/** What a block says: its type, and the beginning of what stands in it. */
export function describeBlock(block: Block): string {
  switch (block.type) {
    case "text":
      return `text ${quoted(block["text"])}`;
    case "thinking":
      return `thinking ${quoted(block["thinking"])}`;
    case "tool_use":
      return `tool_use ${String(block["name"])} ${oneLine(inputWords(block["input"]))}`;
    case "tool_result":
      return `tool_result ${block["is_error"] === true ? "✗ " : ""}${quoted(resultWords(block["content"]))}`;
    default:
      return block.type;
  }
}

/** What a log line is: its type, and what its block says. */
export function describeLine(line: Line): string {
  if (isChainEntry(line)) {
    const blocks = blocksOf(line);
    const attachment = isRecord(line["attachment"]) ? String(line["attachment"]["type"]) : "";
    // Of what says nothing itself, its kind says what it is for.
    const kind = line.type === "system" && blocks.length === 0 ? String(line["subtype"] ?? "") : "";
    return [line.type.padEnd(9), attachment, oneLine(kind), ...blocks.map(describeBlock)]
      .filter((part) => part !== "")
      .join(" ");
  }
  return line.type;
}

function quoted(value: unknown): string {
  return `"${oneLine(String(value ?? ""))}"`;
}

function inputWords(input: unknown): string {
  if (!isRecord(input)) return JSON.stringify(input) ?? "";
  return Object.values(input)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .join(" · ");
}

function resultWords(content: unknown): string {
  if (typeof content === "string") return content;
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return blocks.map((block) => (isRecord(block) ? String(block["text"] ?? block["type"]) : "")).join(" ");
}
