/** The shapes of an answer, as they cross the wire (MR-62, MR-63). */

/** Why the model stopped (MR-74). */
export type StopReason =
  | "end_turn"
  | "max_tokens"
  | "stop_sequence"
  | "tool_use"
  | "pause_turn"
  | "refusal"
  | "model_context_window_exceeded"
  | "compaction";

/** Why an answer was refused (MR-75). */
export interface RefusalDetails {
  type: "refusal";
  category: "cyber" | "bio" | "frontier_llm" | "reasoning_extraction" | "general_harms" | null;
  explanation: string | null;
  [field: string]: unknown;
}

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
  /** What each of several rounds of one answer used; only where there were several (MR-63). */
  iterations?: unknown[] | null;
}

/** A content block of an answer, complete (MR-62). */
export type AnswerBlock =
  | { type: "text"; text: string; citations?: unknown[] | null }
  | { type: "thinking"; thinking: string; signature: string }
  | { type: "redacted_thinking"; data: string }
  | {
      type: "tool_use" | "server_tool_use";
      id: string;
      name: string;
      input: unknown;
      caller: { type: "direct" };
    }
  | WholeBlock;

/** A block that the server makes and the model does not write: whole as soon as it is there (MR-68). */
export type WholeBlock =
  | { type: ServerToolResultType; tool_use_id: string; content: unknown; [field: string]: unknown }
  | { type: "container_upload"; file_id: string }
  | { type: "fallback"; from: { model: string }; to: { model: string }; [field: string]: unknown }
  | { type: "compaction"; content: string | null; signature?: string | null; [field: string]: unknown };

/** The kinds of results of the tools that the server runs itself. */
export type ServerToolResultType =
  | "web_search_tool_result"
  | "web_fetch_tool_result"
  | "code_execution_tool_result"
  | "bash_code_execution_tool_result"
  | "text_editor_code_execution_tool_result"
  | "tool_search_tool_result"
  | "advisor_tool_result"
  | "mcp_tool_result";

/** How a request differs from an earlier one; a reason that is null: not known yet (MR-87d). */
export interface Diagnostics {
  cache_miss_reason:
    | {
        type: "model_changed" | "system_changed" | "tools_changed" | "messages_changed";
        /** What would have been read had the prefix been the same; an estimate. */
        cache_missed_input_tokens: number;
      }
    | { type: "previous_message_not_found" | "unavailable" }
    | null;
}

/** An answer, with every nullable key present (MR-62). */
export interface AnswerMessage {
  id: string;
  type: "message";
  role: "assistant";
  model: string;
  content: AnswerBlock[];
  stop_reason: StopReason | null;
  stop_sequence: string | null;
  stop_details: RefusalDetails | null;
  container: { id: string; expires_at: string; [field: string]: unknown } | null;
  diagnostics: Diagnostics | null;
  usage: Usage;
  /** What was taken out of the context before the model saw it; only where it was asked for (MR-101). */
  context_management?: Record<string, unknown> | null;
  /** What became of the request's thinking; only where it was asked for (MR-95). */
  input_transformations?: unknown[];
}
