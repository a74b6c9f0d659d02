/** What comes back of an agent: its last words, and a small trailer (C-5.6c, C-6.3). */
import type { TurnResult } from "../../loop/turn.ts";
import type { ToolOutcome } from "../../tools/tool.ts";
import { isToolUse, type ModelResponse, type Usage } from "../../wire.ts";

/** What an agent's API calls used together. Each response is one call and counts once (C-3.9). */
export type AgentUsage = Pick<
  Usage,
  "input_tokens" | "output_tokens" | "cache_creation_input_tokens" | "cache_read_input_tokens"
>;

/** The outcome of the call that started the agent. `details` is logged beside it and never sent. */
export function reportOf(agentId: string, result: TurnResult, durationMs: number): ToolOutcome {
  const usage = usageOf(result.responses);
  const tokens = Object.values(usage).reduce((sum, count) => sum + count, 0);
  const toolUses = result.responses.flatMap(({ content }) => content.filter(isToolUse)).length;
  const said = lastWords(result.responses);
  const words = result.failed
    ? [`The agent did not come to its end: ${result.message}`, said]
    : [said || "(The agent has said nothing.)"];
  const trailer = `[agent ${agentId}: ${tokens.toLocaleString("en-US")} tokens, ${toolUses} tool ${toolUses === 1 ? "use" : "uses"}, ${(durationMs / 1000).toFixed(1)} s]`;
  return {
    content: [...words, trailer].filter((part) => part !== "").join("\n\n"),
    isError: result.failed,
    details: {
      agentId,
      status: result.failed ? result.stop : "completed",
      totalTokens: tokens,
      totalToolUseCount: toolUses,
      totalDurationMs: durationMs,
      usage,
    },
  };
}

/** The words since the agent last asked for tools: an answer that was cut off and gone on with is one. */
function lastWords(responses: readonly ModelResponse[]): string {
  const from = responses.findLastIndex(({ stop_reason }) => stop_reason === "tool_use") + 1;
  const blocks = responses.slice(from).flatMap(({ content }) => content);
  return blocks
    .filter(({ type }) => type === "text")
    .map((block) => String(block["text"]))
    .join("")
    .trim();
}

function usageOf(responses: readonly ModelResponse[]): AgentUsage {
  const sum = (field: keyof AgentUsage) =>
    responses.reduce((total, { usage }) => total + (usage[field] ?? 0), 0);
  return {
    input_tokens: sum("input_tokens"),
    output_tokens: sum("output_tokens"),
    cache_creation_input_tokens: sum("cache_creation_input_tokens"),
    cache_read_input_tokens: sum("cache_read_input_tokens"),
  };
}
