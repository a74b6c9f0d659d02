/** The betas that a client may ask for in `anthropic-beta` (MR-8). */

/** Every value that is taken, those among them that no longer do anything. */
export const KNOWN_BETAS = [
  // Those that the client's own types name.
  "computer-use-2024-10-22",
  "computer-use-2025-01-24",
  "computer-use-2025-11-24",
  "output-128k-2025-02-19",
  "output-300k-2026-03-24",
  "mcp-client-2025-04-04",
  "mcp-client-2025-11-20",
  "mcp-client-2026-09-15",
  "mcp-tunnels-2026-06-22",
  "dev-full-thinking-2025-05-14",
  "interleaved-thinking-2025-05-14",
  "thinking-token-count-2026-05-13",
  "thinking-display-updates-2026-08-18",
  "thinking-binding-controls-2026-08-01",
  "code-execution-2025-05-22",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "model-context-window-exceeded-2025-08-26",
  "compact-2026-01-12",
  "compact-2026-09-04",
  "message-threads-2026-08-12",
  "message-batches-2024-09-24",
  "fast-mode-2026-02-01",
  "task-budgets-2026-03-13",
  "structured-outputs-2025-11-13",
  "mid-conversation-tool-changes-2026-07-01",
  "mid-conversation-output-config-2026-07-01",
  "mid-conversation-system-clear-at-2026-08-21",
  "inline-tools-2026-09-15",
  "server-side-fallback-2026-06-01",
  "server-side-fallback-2026-07-01",
  "fallback-credit-2026-06-01",
  "fallback-credit-2026-07-01",
  "advisor-tool-2026-03-01",
  "agent-memory-2026-07-22",
  "managed-agents-2026-04-01",
  "dreaming-2026-04-21",
  "files-api-2025-04-14",
  "skills-2025-10-02",
  "user-profiles-2026-03-24",
  "user-profiles-2026-08-18",
  "user-profiles-2026-09-04",
  "user-profiles-billing-2026-10-01",
  "ce-plugins-2026-09-01",
  "ce-user-management-2026-07-13",
  "ce-claude-code-managed-settings-2026-10-06",
  "spend-limit-reads-2026-09-26",
  "telemetry-destinations-2026-08-11",
  "webhooks-2026-10-07",
  "admin-user-sign-out-2026-10-08",
  "analytics-usage-cost-2026-08-24",
  "experimental-claude-tag-2026-10-21",
  "efs-2026-10-01",
  "google-managed-data-controls-2026-09-01",
  // What they brought is there for everyone now, so they change nothing.
  "prompt-caching-2024-07-31",
  "extended-cache-ttl-2025-04-11",
  "token-counting-2024-11-01",
  "cache-diagnosis-2026-04-07",
  "token-efficient-tools-2025-02-19",
  "pdfs-2024-09-25",
  "fine-grained-tool-streaming-2025-05-14",
  // Not in those types, but sent by the client itself, or by the coding agent that was recorded (O-31).
  "structured-outputs-2025-12-15",
  "oauth-2025-04-20",
  "afk-mode-2026-01-31",
  "claude-code-20250219",
  "effort-2025-11-24",
  "mid-conversation-system-2026-04-07",
  "prompt-caching-scope-2026-01-05",
  "redact-thinking-2026-02-12",
] as const;

/** One of them. */
export type Beta = (typeof KNOWN_BETAS)[number];

const KNOWN: ReadonlySet<string> = new Set(KNOWN_BETAS);

export function isKnownBeta(name: string): name is Beta {
  return KNOWN.has(name);
}
