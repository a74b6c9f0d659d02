/**
 * One tool call, from request to result (C-2.3). Whatever goes wrong becomes an error result: the loop goes on, and
 * the model is told (O-14).
 */
import type { Ask } from "../ports.ts";
import type { ToolResultBlock, ToolUseBlock } from "../wire.ts";
import { inputFault, type Tool, type ToolContext, ToolError, type ToolOutcome } from "./tool.ts";

/** Runs a call and returns its result; never throws. */
export async function runCall(
  call: ToolUseBlock,
  tools: readonly Tool[],
  ask: Ask,
  context: ToolContext,
): Promise<ToolResultBlock> {
  const { content, isError } = await outcomeOf(call, tools, ask, context);
  return { type: "tool_result", tool_use_id: call.id, content, ...(isError ? { is_error: true } : {}) };
}

async function outcomeOf(
  call: ToolUseBlock,
  tools: readonly Tool[],
  ask: Ask,
  context: ToolContext,
): Promise<ToolOutcome> {
  const tool = tools.find(({ name }) => name === call.name);
  if (!tool)
    return failure(
      `There is no tool named ${call.name}. There are ${tools.map(({ name }) => name).join(", ")}.`,
    );
  const fault = inputFault(tool.inputSchema, call.input);
  if (fault) return failure(`${fault} The tool was not run.`);
  try {
    const permission = await ask.permit({ tool: tool.name, kind: tool.kind, input: call.input });
    if (!permission.allowed) return failure(permission.reason);
    return await tool.run(call.input as Record<string, unknown>, context);
  } catch (error) {
    if (error instanceof ToolError) return failure(error.message);
    return failure(`The tool failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function failure(content: string): ToolOutcome {
  return { content, isError: true };
}
