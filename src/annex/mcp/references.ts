/**
 * References to tools that are not there any more, because a session goes on without the server that it had: the API would
 * refuse every request with one in it (MR-18).
 */
import { type Block, type Message, text } from "../../wire.ts";

/**
 * The messages with references only to these tools. A result that is left without any says so in words. Nothing of the
 * log is changed. Law: mcp-references-known
 */
export function knownReferences(
  messages: readonly Message[],
  tools: readonly { readonly name: string }[],
): readonly Message[] {
  const names = new Set(tools.map(({ name }) => name));
  return messages.map((message) => ({
    ...message,
    content: message.content.map((block) => withKnown(block, names)),
  }));
}

function withKnown(block: Block, names: ReadonlySet<string>): Block {
  const { type, content } = block;
  if (type !== "tool_result" || !Array.isArray(content)) return block;
  const known = content.filter((part) => part.type !== "tool_reference" || names.has(part.tool_name));
  if (known.length === content.length) return block;
  return { ...block, content: known.length > 0 ? known : [text("The tools that were found are gone.")] };
}
