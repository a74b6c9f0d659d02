/**
 * The shapes that cross the wire, as the mock sees them. Written from the API's documentation and shared with
 * no one: an oracle that borrowed the harness's types could not notice when they are wrong.
 */

export type * from "./answer/shapes.ts";

/** A cache breakpoint: the prefix up to and including its block may be kept (MR-78). */
export interface CacheControl {
  type: "ephemeral";
  /** How long the prefix is kept; left out means `5m` (MR-81). */
  ttl?: Ttl;
}

/** Life of a cache entry, counted from the start of the request that wrote or read it (MR-81). */
export type Ttl = "5m" | "1h";

/** A content block as a client may send it: the fields of every kind, all optional but `type`. */
export interface RequestBlock {
  type: string;
  text?: string;
  thinking?: string;
  signature?: string;
  data?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: string | RequestBlock[];
  is_error?: boolean;
  cache_control?: CacheControl | null;
  [field: string]: unknown;
}

/** One message of the conversation; a string is shorthand for a single text block. */
export interface RequestMessage {
  role: "user" | "assistant" | "system";
  content: string | RequestBlock[];
  /** On a system message without content: the effort from there on (MR-24). */
  output_config?: { effort?: string } | null;
}

/** A tool definition. */
export interface RequestTool {
  name: string;
  description?: string;
  input_schema?: unknown;
  /** A deferred tool is sent but stands outside of the prefix until it is found (D-17). */
  defer_loading?: boolean;
  cache_control?: CacheControl | null;
  [field: string]: unknown;
}

/** The body of `POST /v1/messages` once it has passed the checks. */
export interface MessagesRequest {
  model: string;
  max_tokens: number;
  messages: RequestMessage[];
  system?: string | RequestBlock[];
  tools?: RequestTool[];
  tool_choice?: { type: string; name?: string; disable_parallel_tool_use?: boolean };
  thinking?: { type: string; budget_tokens?: number; display?: string; [field: string]: unknown };
  output_config?: { effort?: string; [field: string]: unknown };
  stream?: boolean;
  cache_control?: CacheControl | null;
  [field: string]: unknown;
}

/** Is it an object with fields: no list, not null? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
