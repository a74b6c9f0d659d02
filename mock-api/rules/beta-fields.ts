/** Which field, and which type of block or edit, belongs to which beta (MR-9). */
import type { Beta } from "../http/betas.ts";

/** The betas of which one has to be asked for. */
export type AnyOf = readonly [Beta, ...Beta[]];

const MCP: AnyOf = ["mcp-client-2026-09-15", "mcp-client-2025-11-20", "mcp-client-2025-04-04"];
const EDITING: AnyOf = ["context-management-2025-06-27"];
/** MR-102: the one that compacts at a threshold. */
export const THRESHOLD: AnyOf = ["compact-2026-01-12"];
/** MR-103: the one that brings a request to compact. */
export const ON_DEMAND: AnyOf = ["compact-2026-09-04"];
const TOOL_CHANGES: AnyOf = ["mid-conversation-tool-changes-2026-07-01"];

/** Fields of the request. `compaction` has words of its own. */
export const REQUEST_FIELDS: Readonly<Record<string, AnyOf>> = {
  context_management: [...EDITING, ...THRESHOLD],
  thread: ["message-threads-2026-08-12"],
  fallbacks: ["server-side-fallback-2026-07-01"],
  fallback_credit_token: ["fallback-credit-2026-07-01", "fallback-credit-2026-06-01"],
  mcp_servers: MCP,
  output_format: ["structured-outputs-2025-12-15", "structured-outputs-2025-11-13"],
  billing_policy: ["user-profiles-billing-2026-10-01"],
};

/** Fields of fields. */
export const NESTED_FIELDS: Readonly<Record<string, Readonly<Record<string, AnyOf>>>> = {
  thinking: { block_binding: ["thinking-binding-controls-2026-08-01"] },
  output_config: { task_budget: ["task-budgets-2026-03-13"] },
};

/** Fields of a message. */
export const MESSAGE_FIELDS: Readonly<Record<string, AnyOf>> = {
  clear_at: ["mid-conversation-system-clear-at-2026-08-21"],
  output_config: ["mid-conversation-output-config-2026-07-01"],
};

/** Types of blocks. */
export const BLOCK_TYPES: Readonly<Record<string, AnyOf>> = {
  compaction: [...ON_DEMAND, ...THRESHOLD],
  fallback: ["server-side-fallback-2026-07-01", "server-side-fallback-2026-06-01"],
  tool_addition: TOOL_CHANGES,
  tool_removal: TOOL_CHANGES,
  mcp_tool_use: MCP,
  mcp_tool_result: MCP,
  mcp_tool_listing: MCP,
};

/** Types of context edits. */
export const EDIT_TYPES: Readonly<Record<string, AnyOf>> = {
  clear_tool_uses_20250919: EDITING,
  clear_thinking_20251015: EDITING,
  compact_20260112: THRESHOLD,
};
