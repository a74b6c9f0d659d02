/** Requests as the real client was recorded to send them (O-31 to O-35), its own prose replaced. */

/** Every beta that it was seen to ask for. */
export const CLIENT_BETAS = [
  "afk-mode-2026-01-31",
  "claude-code-20250219",
  "context-1m-2025-08-07",
  "context-management-2025-06-27",
  "effort-2025-11-24",
  "fallback-credit-2026-06-01",
  "interleaved-thinking-2025-05-14",
  "mid-conversation-system-2026-04-07",
  "prompt-caching-scope-2026-01-05",
  "redact-thinking-2026-02-12",
  "structured-outputs-2025-12-15",
  "thinking-token-count-2026-05-13",
];

/** Its headers, with all of the betas or some of them. */
export function clientHeaders(betas: readonly string[] = CLIENT_BETAS): Record<string, string> {
  return {
    "content-type": "application/json",
    "x-api-key": "test",
    "anthropic-version": "2023-06-01",
    "anthropic-beta": betas.join(","),
    "x-stainless-retry-count": "0",
    "x-app": "cli",
    "user-agent": "a real client",
  };
}

const MARKED = { cache_control: { type: "ephemeral" } } as const;
const text = (words: string, more: object = {}) => ({ type: "text", text: words, ...more });

const TOOLS = Array.from({ length: 24 }, (_, at) => ({
  name: `Tool${at}`,
  description: `What tool ${at} does. `.repeat(20),
  input_schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      file_path: { type: "string", description: "An absolute path." },
      limit: { type: "integer", exclusiveMinimum: 0, maximum: 9_007_199_254_740_991 },
    },
    required: ["file_path"],
    additionalProperties: false,
  },
}));

/** The first request of a session in print mode. */
export const CLIENT_REQUEST = {
  model: "claude-opus-5",
  max_tokens: 64_000,
  stream: true,
  thinking: { type: "adaptive", display: "omitted" },
  output_config: { effort: "high" },
  context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
  metadata: { user_id: JSON.stringify({ device_id: "d", account_uuid: "", session_id: "s" }) },
  system: [
    text("[vendor text, 80 chars]"),
    text(`[vendor text] ${"s".repeat(4_000)}`, MARKED),
    text(`[vendor text] ${"e".repeat(2_000)}`, MARKED),
  ],
  tools: TOOLS,
  messages: [
    { role: "user", content: [text("<system-reminder>\nAs you answer, …\n</system-reminder>")] },
    { role: "user", content: [text("Read a.txt.", MARKED)] },
  ],
};

/** The next request: the answer, its results, a remark of the system, and the marker at the end. */
export function clientStep(answer: readonly object[]): object {
  const [reminder] = CLIENT_REQUEST.messages;
  return {
    ...CLIENT_REQUEST,
    messages: [
      reminder,
      { role: "user", content: [text("Read a.txt.")] },
      { role: "assistant", content: answer },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "1\tone" }] },
      { role: "user", content: [text("[Request interrupted by user]")] },
      { role: "system", content: [text("The mode is now: plan.", MARKED)] },
    ],
  };
}

/** The side request for the session's title. */
export const TITLE_REQUEST = {
  model: "claude-haiku-4-5-20251001",
  max_tokens: 32_000,
  stream: true,
  temperature: 1,
  thinking: { type: "disabled" },
  tools: [],
  system: [text("[vendor text, 60 chars]"), text("[vendor text, 900 chars]")],
  metadata: CLIENT_REQUEST.metadata,
  output_config: {
    format: {
      type: "json_schema",
      schema: {
        type: "object",
        properties: { title: { type: "string" } },
        required: ["title"],
        additionalProperties: false,
      },
    },
  },
  messages: [{ role: "user", content: [text("<session>\nRead a.txt.\n</session>")] }],
};
