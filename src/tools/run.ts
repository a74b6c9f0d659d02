/**
 * One tool call, from request to result (C-2.3). Whatever goes wrong becomes an error result: the loop goes on, and
 * the model is told (O-14).
 */
import type { Attachment, Hooks } from "../hooks.ts";
import type { Ask } from "../ports.ts";
import type { ToolResultBlock } from "../wire.ts";
import { inputFault, type Tool, type ToolContext, ToolError, type ToolOutcome } from "./tool.ts";

/** A tool call that was run: its result, and what goes into the log with it. */
export interface ToolRun {
  readonly result: ToolResultBlock;
  /** What the harness adds to the result where it is sent. */
  readonly remark?: string | undefined;
  /** What the harness itself wants to find again in the log; never sent. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  /** What hooks have left; it hangs on the result. */
  readonly attachments?: readonly Attachment[];
}

/** Who has a say in whether and how a tool runs. */
export interface ToolHost {
  readonly tools: readonly Tool[];
  readonly ask: Ask;
  readonly hooks: Hooks;
}

const INTERRUPTED = "The tool was not run: the user interrupted the turn.";

/** Runs a call and returns its result, with what hooks have left; never throws. Law: cancels-all */
export async function runCall(host: ToolHost, context: ToolContext): Promise<ToolRun> {
  const { call, signal } = context;
  const attachments: Attachment[] = [];
  const { content, isError, details, remark } = await outcomeOf(host, context, attachments);
  const failed = isError && { is_error: true };
  const result = { type: "tool_result", tool_use_id: call.id, content, ...failed } as const;
  attachments.push(...(await host.hooks({ event: "PostToolUse", call, result }, signal)).attachments);
  return { result, remark, details, attachments };
}

async function outcomeOf(
  { tools, ask, hooks }: ToolHost,
  context: ToolContext,
  attachments: Attachment[],
): Promise<ToolOutcome> {
  const { call, signal } = context;
  if (signal?.aborted) return failure(INTERRUPTED);
  const tool = tools.find(({ name }) => name === call.name);
  const names = tools.map(({ name }) => name).join(", ");
  if (!tool) return failure(`There is no tool named ${call.name}. There are ${names}.`);
  const fault = inputFault(tool, call.input);
  if (fault) return failure(`${fault} The tool was not run.`);
  const input = call.input as Readonly<Record<string, unknown>>;
  try {
    const verdict = await hooks({ event: "PreToolUse", call }, signal);
    attachments.push(...verdict.attachments);
    if (verdict.blocked !== undefined) return failure(verdict.blocked);
    const permission = await ask.permit({ id: call.id, tool: tool.name, kind: tool.kind, input, signal });
    if (!permission.allowed) return failure(permission.reason);
    // Whoever was asked may have taken a while.
    if (signal?.aborted) return failure(INTERRUPTED);
    return await tool.run(input, context);
  } catch (error) {
    if (error instanceof ToolError) return failure(error.message);
    return failure(`The tool failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function failure(content: string): ToolOutcome {
  return { content, isError: true };
}
