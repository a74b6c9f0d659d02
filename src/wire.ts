/**
 * The shapes that cross to the Messages API, in the API's own snake_case. They are open: a log written by another
 * client holds blocks and fields that this project has never heard of, and they must survive.
 */

/** Who speaks. A tool result is spoken by the user (C-2.3, C-3.7). */
export type Role = "user" | "assistant";

/** One content block. `type` says which kind; what other fields there are depends on it (C-3.5). */
export interface Block {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Plain words, of either role. */
export interface TextBlock extends Block {
  readonly type: "text";
  readonly text: string;
}

/** The model's request that the harness run a tool. `id` pairs it with exactly one result (C-2.6). */
export interface ToolUseBlock extends Block {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What came of a tool call, sent back in a user message (C-2.3). */
export interface ToolResultBlock extends Block {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | readonly Block[];
  readonly is_error?: boolean;
}

/** One message of a request: a role and its blocks, always an array (D-6). */
export interface Message {
  readonly role: Role;
  readonly content: readonly Block[];
}

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  /** The model is not shown it before a `tool_reference` names it, and it stands outside of the prefix (D-17). */
  readonly defer_loading?: true;
}

/** How long a cache entry lives. Writing one costs 1.25 times the input for five minutes, twice for an hour (C-1.13). */
export type CacheTtl = "5m" | "1h";

/** One whole request: everything the model will know, every time (C-1.5, C-1.6). */
export interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly system: readonly Block[];
  readonly tools: readonly ToolDefinition[];
  readonly messages: readonly Message[];
  readonly thinking?: Readonly<Record<string, unknown>>;
  readonly output_config?: Readonly<Record<string, unknown>>;
  readonly metadata?: { readonly user_id: string };
}

/**
 * Tokens of one API call. All input = `input_tokens` (after the last breakpoint) + `cache_creation_input_tokens`
 * (written) + `cache_read_input_tokens` (read) (C-3.9, MR-83). What was thought is output, and billed as such (C-2.9).
 */
export interface Usage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly [field: string]: unknown;
}

/** One answer of the API, complete: `requestId` is the response header that names the call (MR-12). */
export interface ModelResponse {
  readonly id: string;
  readonly requestId: string | null;
  readonly model: string;
  readonly content: readonly Block[];
  readonly stop_reason: string | null;
  readonly stop_sequence: string | null;
  readonly usage: Usage;
}

/** Is this a JSON object, as against an array, null or a scalar? */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a JSON object; none of what is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** A text block holding `text`. */
export function text(text: string): TextBlock {
  return { type: "text", text };
}

/** Is this block a well-formed tool call? */
export function isToolUse(block: Block): block is ToolUseBlock {
  return block.type === "tool_use" && typeof block["id"] === "string" && typeof block["name"] === "string";
}

/** Is this block a well-formed tool result? */
export function isToolResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result" && typeof block["tool_use_id"] === "string";
}

/** Is this the model's reasoning, shown or redacted? It comes before the words that it led to, signed (C-2.11). */
export function isThinking(block: Block): boolean {
  return block.type === "thinking" || block.type === "redacted_thinking";
}

/** A JSON value as text, whatever it is: an object may hold a `toString` of its own, which is no function. Law: attached-alike */
export function spelled(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
