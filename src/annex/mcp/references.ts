/**
 * References to tools that are not there any more, because a session goes on without the server that it had: the API would
 * refuse every request with one in it (MR-18).
 */
import { blocksOf, isChainEntry } from "../../log/entry.ts";
import type { ReadLog } from "../../log/read.ts";
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import { type Block, isRecord, type Message, text } from "../../wire.ts";

/** A server's tool, under a name that the API takes (MR-34) and that is none of our own tools'. */
const NAME = /^mcp__[A-Za-z0-9_-]{1,123}$/;

/**
 * A tool for each that a log refers to and that is not there now: it is sent deferred, and fails when it is called. So what
 * was found stays as it was sent, and with it all that was thought behind it (D-13, D-17, MR-46). Law: references-stay
 */
export function goneTools({ lines }: Pick<ReadLog, "lines">, present: readonly { readonly name: string }[]) {
  const there = new Set(present.map(({ name }) => name));
  const found = lines.flatMap(({ line }) => (isChainEntry(line) ? blocksOf(line).flatMap(referencesIn) : []));
  const gone = found.filter((name) => !there.has(name) && NAME.test(name));
  return [...new Set(gone)].sort().map(goneTool);
}

function referencesIn({ type, content }: Block): string[] {
  const parts: readonly unknown[] = type === "tool_result" && Array.isArray(content) ? content : [];
  const names = parts.map((part) => isRecord(part) && part["type"] === "tool_reference" && part["tool_name"]);
  return names.filter((name) => typeof name === "string");
}

function goneTool(name: string): Tool {
  return {
    name,
    description: "It is not there any more.",
    // Nothing is run, so nobody needs to be asked.
    kind: "read",
    deferred: true,
    inputSchema: inputs([], {}),
    anySchema: { type: "object" },
    run: async () => {
      throw new ToolError(`There is no tool ${name} any more: the session goes on without its server.`);
    },
  };
}

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
