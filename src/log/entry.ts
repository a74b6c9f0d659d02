/**
 * One line of a session log (C-3.3, C-3.4, C-3.10). Every line is a JSON object with a `type`. Five types are links of
 * the chain and carry `uuid` and `parentUuid`; all others are ledger lines beside it (titles, modes, queue).
 */
import { type Block, fieldsOf, isRecord, isToolResult, text } from "../wire.ts";

/** Any line: a chain entry or a ledger line. Unknown types and fields are kept as they are. */
export interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A link of the chain: `parentUuid` names the entry before, null at a root (C-3.3). */
export interface ChainEntry extends Line {
  readonly uuid: string;
  readonly parentUuid: string | null;
}

/** The types whose lines are links of the chain. */
const CHAIN_TYPES: ReadonlySet<string> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/** `system` lines that stand in the conversation; every other one is a remark about it (D-7). */
const SPOKEN_SYSTEM: ReadonlySet<unknown> = new Set(["compact_boundary", "local_command", "rewind"]);

/** How deeply a line may be nested: a fraction of what any stack has room for. */
const DEEPEST = 1000;

/** Reads one line. Returns the reason instead when it is not one. */
export function parseLine(text: string): Line | { readonly damage: string } {
  const source = text.trim();
  // A look at both ends costs less than an error, and a log may hold a million of them.
  if (!source.startsWith("{")) return { damage: "not a JSON object" };
  if (!source.endsWith("}")) return { damage: "a JSON object that breaks off" };
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(source);
  } catch (error) {
    return { damage: `not JSON (${error instanceof Error ? error.message : String(error)})` };
  }
  if (typeof value["type"] !== "string") return { damage: "an object without a type" };
  if (closesOften(source) && isDeep(value)) return { damage: "nested too deeply" };
  return value as Line;
}

/** Are there as many closing brackets as there are in the deepest line? To count them costs less than to look at values. */
function closesOften(source: string): boolean {
  let left = DEEPEST;
  for (const bracket of "}]")
    for (let at = source.indexOf(bracket); at !== -1 && left > 0; at = source.indexOf(bracket, at + 1))
      left -= 1;
  return left === 0;
}

/** What can be read may be nested too deeply to be written again, and so to be sent. */
function isDeep(value: unknown, left = DEEPEST): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((each) => isDeep(each, left - 1));
}

/** The line as it is written: one JSON object, no newline inside, one at its end. Law: round-trip */
export function printLine(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** Is this line a link of the chain? One without a usable uuid cannot be pointed at and is kept as a ledger line. */
export function isChainEntry(line: Line): line is ChainEntry {
  const parent = line["parentUuid"];
  return (
    CHAIN_TYPES.has(line.type) &&
    typeof line["uuid"] === "string" &&
    (typeof parent === "string" || parent === null || parent === undefined)
  );
}

/** Does this entry belong to the main conversation, not to a sidechain? In the log of the subagent `agentId`, its sidechain is that (O-28). */
export function isMainChain(entry: ChainEntry, agentId?: string): boolean {
  return agentId ? entry["agentId"] === agentId : entry["isSidechain"] !== true;
}

/** Is the entry only about the conversation, so that it stands for its nearest ancestor that is not (D-7)? Law: metadata-inert */
export function isInert(entry: ChainEntry): boolean {
  if (entry.type === "progress" || entry.type === "attachment") return true;
  return entry.type === "system" && !SPOKEN_SYSTEM.has(entry["subtype"]);
}

/** Was this assistant entry made up by the client, so that the model never said it (O-27)? */
export function isSynthetic(entry: ChainEntry): boolean {
  return fieldsOf(entry["message"])["model"] === "<synthetic>";
}

/** The model that said an assistant entry; undefined for what no model said. */
export function modelOf(entry: ChainEntry): string | undefined {
  const model =
    entry.type === "assistant" && !isSynthetic(entry) ? fieldsOf(entry["message"])["model"] : undefined;
  return typeof model === "string" ? model : undefined;
}

/** The id of the API response that an assistant entry is one block of (C-3.8). */
export function responseId(entry: ChainEntry): string | undefined {
  const id = entry.type === "assistant" ? fieldsOf(entry["message"])["id"] : undefined;
  return typeof id === "string" ? id : undefined;
}

/** How many blocks the response of an assistant entry has, where the entry says so; else 0. */
export function blockCount(entry: ChainEntry): number {
  const count = entry["responseBlocks"];
  return typeof count === "number" ? count : 0;
}

/**
 * What an entry says, as blocks: a prompt kept as a string is one text block (O-2), a `local_command` its text
 * (O-26). Empty for entries that say nothing and for hollow ones.
 */
export function blocksOf(entry: ChainEntry): readonly Block[] {
  if (entry.type === "system") {
    const content = entry["subtype"] === "local_command" ? entry["content"] : undefined;
    return typeof content === "string" ? [text(content)] : [];
  }
  const content = entry.type === "attachment" ? undefined : fieldsOf(entry["message"])["content"];
  if (typeof content === "string") return [text(content)];
  return Array.isArray(content) ? (content.every(isBlock) ? content : content.filter(isBlock)) : [];
}

/** Is this what a person asked, as against results, summaries and what was said in the person's place? */
export function isPrompt(entry: ChainEntry): boolean {
  if (entry.type !== "user" || entry["isMeta"] === true || entry["isCompactSummary"] === true) return false;
  const blocks = blocksOf(entry);
  return blocks.length > 0 && !blocks.some(isToolResult);
}

function isBlock(value: unknown): value is Block {
  return isRecord(value) && typeof value["type"] === "string";
}
