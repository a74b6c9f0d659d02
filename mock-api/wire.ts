/**
 * The shapes that cross the wire, as the mock sees them. Written from the API's documentation and shared with
 * no one: an oracle that borrowed the harness's types could not notice when they are wrong.
 */

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

/** Why the model stopped (MR-74). */
export type StopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded";

/** Tokens of one request. All input is `cache_read + cache_creation + input_tokens` (MR-63, MR-83). */
export interface Usage {
  /** Tokens after the last breakpoint: neither read from the cache nor written to it. */
  input_tokens: number;
  output_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  /** The written tokens by the life that was asked for. */
  cache_creation: { ephemeral_5m_input_tokens: number; ephemeral_1h_input_tokens: number };
  /** Thinking is part of `output_tokens`; null when there was none. */
  output_tokens_details: { thinking_tokens: number } | null;
  server_tool_use: { web_search_requests: number; web_fetch_requests: number } | null;
  service_tier: "standard" | "priority" | "batch" | null;
  inference_geo: string | null;
  speed: "standard" | "fast" | null;
}

/** A content block of an answer, complete (MR-62). */
export type AnswerBlock =
  | { type: "text"; text: string; citations: unknown[] | null }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | { type: "tool_use"; id: string; name: string; input: unknown; caller: { type: "direct" } };

/** An answer, with every nullable key present (MR-62). */
export interface AnswerMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: AnswerBlock[];
  stop_reason: StopReason | null;
  stop_sequence: string | null;
  stop_details: unknown;
  container: null;
  diagnostics: null;
  usage: Usage;
}
