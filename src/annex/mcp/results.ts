/** What a server answers, as the result of a call: text and images are what the API takes in one, all else is told of. */
import type { ToolOutcome } from "../../tools/tool.ts";
import { type Block, isRecord, text } from "../../wire.ts";
import type { McpResult } from "./connection.ts";

/** The outcome of a call: text where all of it is text, else blocks. */
export function outcomeOf({ content, isError, structured }: McpResult): ToolOutcome {
  const blocks = content.map(blockOf).filter((block) => block["text"] !== "");
  const words = blocks.map((block) => block["text"]);
  if (words.length === 0 && structured !== undefined)
    return { content: JSON.stringify(structured) ?? "", isError };
  const isText = blocks.every(({ type }) => type === "text");
  return { content: isText ? words.join("\n") || "(no output)" : blocks, isError };
}

function blockOf(block: Block): Block {
  const { type, data, mimeType, resource } = block;
  if (type === "text") return text(String(block["text"] ?? ""));
  if (type === "image")
    return { type: "image", source: { type: "base64", media_type: String(mimeType), data: String(data) } };
  if (type === "resource" && isRecord(resource)) return text(resourceText(resource));
  if (type === "resource_link") return text(`${String(block["name"] ?? "")}: ${String(block["uri"])}`);
  return text(`[The server sent ${type} (${String(mimeType)}), which cannot be shown.]`);
}

function resourceText({ uri, mimeType, ...resource }: Readonly<Record<string, unknown>>): string {
  if (typeof resource["text"] === "string") return `${String(uri)}:\n${resource["text"]}`;
  return `[The server sent ${String(uri)} (${String(mimeType)}), which is not text and cannot be shown.]`;
}
