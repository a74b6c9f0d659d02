/**
 * What an entry says, in a few words for one line of a terminal.
 */
import { blocksOf, type ChainEntry, isSynthetic } from "../../../log/entry.ts";
import type { Tree } from "../../../log/tree.ts";
import { type Block, isRecord, isThinking, isToolResult, isToolUse } from "../../../wire.ts";
import { beginning } from "../one-line.ts";

/** How long a uuid stands in a drawing. */
const SHORT = 8;
const thousands = new Intl.NumberFormat("en-US");
/** The width of the column of block types and subtypes. */
const KIND = 11;

/** What is needed to say an entry: its tree, the names of the tools called, and how many columns are worth filling. */
export interface Saying {
  readonly tree: Tree;
  readonly toolNames: ReadonlyMap<string, string>;
  readonly columns: number;
}

/** An entry in words: what kind of block or remark it is, and how it begins. */
export function sayEntry(entry: ChainEntry, saying: Saying): string {
  const blocks = blocksOf(entry);
  if (blocks.length > 0) {
    const [first = "", ...rest] = blocks.map((block) => sayBlock(block, entry, saying));
    return [first, ...rest.map((said) => said.replace(/ +/, " "))].join(" + ");
  }
  if (entry.type === "attachment") return sayAttachment(entry["attachment"], saying.columns);
  if (entry.type === "progress") return sayKind(isRecord(entry["data"]) ? entry["data"]["type"] : undefined);
  if (entry.type !== "system") return "(says nothing that can be read)";
  if (entry["subtype"] === "compact_boundary") return sayBoundary(entry, saying.tree);
  return sayKind(entry["subtype"], beginning(words(entry["content"]), saying.columns));
}

/** The names of the tools called in a log, by the id of the call. */
export function toolNamesOf(tree: Tree): ReadonlyMap<string, string> {
  const calls = tree.nodes.flatMap(({ entry }) => blocksOf(entry).filter(isToolUse));
  return new Map(calls.map(({ id, name }) => [id, name]));
}

/** The beginning of a uuid, enough to find it again. */
export function shortId(uuid: string): string {
  return beginning([...uuid.slice(0, 2 * SHORT)].slice(0, SHORT).join(""), SHORT);
}

function sayBlock(block: Block, entry: ChainEntry, { toolNames, columns }: Saying): string {
  if (isToolUse(block)) {
    return sayKind("tool_use", `${beginning(block.name, 40)}(${sayInput(block.input, columns)})`);
  }
  if (isToolResult(block)) {
    const name = beginning(toolNames.get(block.tool_use_id) ?? "(no call)", 40);
    const outcome = block.is_error === true ? "error" : "ok";
    return sayKind("tool_result", `${name} ${outcome}: ${beginning(words(block.content), columns)}`);
  }
  if (isThinking(block)) {
    return sayKind(block.type, beginning(words(block["thinking"]) || "(hidden)", columns));
  }
  if (block.type !== "text") return sayKind(block.type);
  return sayKind(kindOfText(entry), beginning(words(block["text"]), columns) || "(empty)");
}

/** Whose words a text is: not every one was typed by the person or thought of by the model. */
function kindOfText(entry: ChainEntry): string {
  if (isSynthetic(entry)) return "synthetic";
  if (entry["isCompactSummary"] === true) return "summary";
  return entry["isMeta"] === true ? "meta text" : "text";
}

/** A tool's input with its fields in the order given; of nested ones only that they are there. */
function sayInput(input: unknown, columns: number): string {
  if (!isRecord(input)) return sayValue(input, columns);
  return Object.entries(input)
    .slice(0, columns)
    .map(([name, value]) => `${beginning(name, 20)}: ${sayValue(value, columns)}`)
    .join(", ");
}

function sayValue(value: unknown, columns: number): string {
  if (typeof value === "string") return beginning(value, columns);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : "[…]";
  return isRecord(value) ? "{…}" : String(value);
}

function sayAttachment(attachment: unknown, columns: number): string {
  const fields = isRecord(attachment) ? attachment : {};
  const about = fields["displayPath"] ?? fields["filename"] ?? fields["path"] ?? fields["content"];
  return sayKind(fields["type"], beginning(words(about), columns));
}

/** A compaction's boundary hangs on nothing; what it names as the entry before is only told, not drawn (C-5.2b). */
function sayBoundary(entry: ChainEntry, tree: Tree): string {
  const metadata = isRecord(entry["compactMetadata"]) ? entry["compactMetadata"] : {};
  const { trigger, preTokens, postTokens, preservedMessages } = metadata;
  const uuids = isRecord(preservedMessages) ? preservedMessages["uuids"] : undefined;
  const logical = entry["logicalParentUuid"];
  const notes = [
    typeof trigger === "string" ? beginning(trigger, 20) : "",
    typeof preTokens === "number" ? `${sayCount(preTokens)} → ${sayCount(postTokens)} tokens` : "",
    Array.isArray(uuids) && uuids.length > 0 ? `keeps ${uuids.length} earlier` : "",
    typeof logical === "string"
      ? `comes after ${shortId(logical)}${tree.byUuid.has(logical) ? "" : ", not in this log"}`
      : "",
  ];
  return sayKind("compact_boundary", notes.filter((note) => note !== "").join(", "));
}

/** A number with its thousands set apart; `?` where there is none. */
export function sayCount(count: unknown): string {
  return typeof count === "number" ? thousands.format(count) : "?";
}

function sayKind(kind: unknown, said = ""): string {
  const name = typeof kind === "string" ? beginning(kind, 40) : "(no type)";
  return said === "" ? name : `${name.padEnd(KIND)} ${said}`;
}

/** The words of a content that is a string or a list of blocks; a block without words by its type. */
function words(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(wordsOfPart).join(" ") : "";
}

function wordsOfPart(part: unknown): string {
  if (!isRecord(part)) return "";
  if (typeof part["text"] === "string") return part["text"];
  return typeof part["type"] === "string" ? `[${part["type"]}]` : "";
}
