/**
 * A request as the model reads it: one row of blocks, tools, then system, then messages (MR-78). Cache, token
 * counts and ids are all made from this row, so that they cannot disagree about what was sent.
 */
import type {
  CacheControl,
  MessagesRequest,
  RequestBlock,
  RequestMessage,
  RequestTool,
  Ttl,
} from "../wire.ts";

/** One block of the row. */
export interface PromptBlock {
  tier: "tools" | "system" | "messages";
  /** The `type` of a content block; `tool` for a definition. */
  kind: string;
  /** Canonical JSON: the fields in the order sent (MR-87c), `cache_control` left out, a message's role put in front. */
  json: string;
  /** Whether a marker can stand here (MR-55, MR-86). */
  markable: boolean;
  /** Present when a breakpoint stands here. */
  ttl?: Ttl;
  /** The breakpoint is one that no marker of this block asked for (MR-86, MR-87b). */
  automatic?: true;
}

/**
 * The blocks of a request in the order the model reads them. Deferred tools stand outside (D-17). A web search tool
 * is read with the system prompt, which it alters, so that turning it on or off leaves the other tools alone (MR-87).
 */
export function promptOf(request: MessagesRequest): PromptBlock[] {
  const tools = (request.tools ?? []).filter((tool) => !tool.defer_loading);
  const row = [
    ...tools.filter((tool) => !searchesTheWeb(tool)).map((tool) => toolBlock("tools", tool)),
    ...tools.filter(searchesTheWeb).map((tool) => toolBlock("system", tool)),
    ...blocksOf(request.system ?? []).map((block) => contentBlock("system", block)),
    ...request.messages.flatMap((message) => messageBlocks(message)),
  ];
  return withAutomaticBreakpoints(row, request.cache_control);
}

/** The blocks of one message. A string stands for one text block; an empty string for none. */
export function messageBlocks(message: RequestMessage): PromptBlock[] {
  return blocksOf(message.content).map((block) => contentBlock("messages", block, message.role));
}

/** Content as a list of blocks: the API takes a string as shorthand for one text block. */
export function blocksOf(content: string | RequestBlock[]): RequestBlock[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}

function searchesTheWeb({ type }: RequestTool): boolean {
  return typeof type === "string" && type.startsWith("web_search_");
}

function toolBlock(tier: PromptBlock["tier"], tool: RequestTool): PromptBlock {
  const json = JSON.stringify(unmarked(tool));
  return { tier, kind: "tool", json, markable: true, ...lifeOf(tool.cache_control) };
}

function contentBlock(
  tier: PromptBlock["tier"],
  block: RequestBlock,
  role?: RequestMessage["role"],
): PromptBlock {
  const bare = JSON.stringify(unmarkedBlock(block));
  const json = role ? `{"role":"${role}",${bare.slice(1)}` : bare;
  return { tier, kind: block.type, json, markable: isMarkable(block), ...lifeOf(innermostMarker(block)) };
}

/** A block without its markers. A field of that name inside a tool's input stays: it is the model's own text. */
export function unmarkedBlock(block: RequestBlock): Readonly<Record<string, unknown>> {
  const bare = "cache_control" in block ? unmarked(block) : block;
  if (block.type !== "tool_result" || !Array.isArray(block.content)) return bare;
  return { ...bare, content: block.content.map((part) => unmarked(part)) };
}

/** What carries a marker, without it. */
export function unmarked(carrier: { cache_control?: unknown }): Record<string, unknown> {
  const { cache_control: _marker, ...bare } = carrier;
  return bare;
}

// A marker inside a tool result counts for the whole result: positions are blocks, not parts of blocks.
function innermostMarker(block: RequestBlock): CacheControl | null | undefined {
  if (block.cache_control || block.type !== "tool_result" || !Array.isArray(block.content)) {
    return block.cache_control;
  }
  return block.content.findLast((part) => part.cache_control)?.cache_control;
}

function lifeOf(marker: CacheControl | null | undefined): { ttl?: Ttl } {
  return marker ? { ttl: marker.ttl ?? "5m" } : {};
}

/**
 * The breakpoints that no block asked for. Top-level `cache_control` puts one on the last block that can carry it,
 * unless it has one already (MR-86); where no block can, there is none. In a request that caches at all, every result
 * of a server tool has one of 5 minutes, which takes no marker's place (MR-87b).
 */
function withAutomaticBreakpoints(
  row: PromptBlock[],
  marker: CacheControl | null | undefined,
): PromptBlock[] {
  if (!marker && !row.some(({ ttl }) => ttl)) return row;
  const target = marker ? row.findLastIndex(({ markable }) => markable) : -1;
  return row.map((block, index) => {
    if (block.ttl) return block;
    if (index === target) return { ...block, ttl: marker?.ttl ?? "5m", automatic: true };
    return block.kind.endsWith("_tool_result") ? { ...block, ttl: "5m", automatic: true } : block;
  });
}

const UNMARKABLE = new Set(["thinking", "redacted_thinking", "fallback", "mcp_tool_listing"]);

/** Whether a block can carry a marker: the kinds that have no field for it cannot, and an empty text cannot (MR-55). */
export function isMarkable({ type, text }: RequestBlock): boolean {
  return !UNMARKABLE.has(type) && !(type === "text" && text === "");
}
