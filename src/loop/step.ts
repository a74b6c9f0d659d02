/**
 * LAYER 2, one step: one request and the tools that its answer asks for. Nothing is remembered between steps: the
 * request is read from the log, and what comes of it is written there (C-1.4, D-36).
 */
import type { Listener } from "../events.ts";
import type { ChainEntry } from "../log/entry.ts";
import type { Model } from "../ports.ts";
import {
  isToolUse,
  type MessagesRequest,
  type ModelResponse,
  type ToolResultBlock,
  type ToolUseBlock,
} from "../wire.ts";
import { stopRule } from "./stops.ts";

/** What a step needs of its session. */
export interface StepHost {
  readonly model: Model;
  readonly emit: Listener;
  /** The next request, whole, made from the log as it stands. */
  nextRequest(): MessagesRequest;
  /** Logs a response, one entry a block; returns the entry of each block (C-3.8). */
  logResponse(response: ModelResponse): readonly ChainEntry[];
  /** Logs a result under the entry of its call (O-4). */
  logResult(result: ToolResultBlock, callEntry: ChainEntry): void;
  /** Runs one tool call; never throws. */
  runTool(call: ToolUseBlock, signal?: AbortSignal): Promise<ToolResultBlock>;
}

/** How a step ended. */
export interface StepOutcome {
  readonly response: ModelResponse;
  /** Did the model ask for tools, so that it is asked again with their results? */
  readonly goesOn: boolean;
  /** Why the response was thrown away, for a person; undefined when it was kept. */
  readonly dropped: string | undefined;
}

//#region step
/** Sends one request, logs the answer, runs its tool calls. Throws `ApiError`; then nothing of the step is logged. */
export async function step(host: StepHost, signal?: AbortSignal): Promise<StepOutcome> {
  const request = host.nextRequest();
  host.emit({ type: "request", request });
  const response = await host.model.send(request, {
    onDelta: (delta) => host.emit({ type: "delta", ...delta }),
    signal,
  });
  const rule = stopRule(response.stop_reason);
  host.emit({ type: "response", response });
  if (rule.tells) host.emit({ type: "notice", text: rule.tells });
  const calls = rule.kept ? callsOf(response, host.logResponse(response)) : [];
  const goesOn = rule.goesOn && calls.length > 0;
  if (goesOn) await runBatch(host, calls, signal);
  else for (const { call, entry } of calls) host.logResult(notRun(call, response.stop_reason), entry);
  return { response, goesOn, dropped: rule.kept ? undefined : rule.tells };
}
//#endregion

/** A tool call of a response, and the entry that it was logged in. */
interface LoggedCall {
  readonly call: ToolUseBlock;
  readonly entry: ChainEntry;
}

function callsOf(response: ModelResponse, entries: readonly ChainEntry[]): LoggedCall[] {
  return response.content.flatMap((call, index) => {
    const entry = entries[index];
    return entry && isToolUse(call) ? [{ call, entry }] : [];
  });
}

/**
 * Runs all calls of a response at once. Each result is logged when its tool is done, so the log holds them in order
 * of completion (D-5, D-11). Throws what the first failed log write threw, when no tool runs any more.
 * Law: parallel-order
 */
async function runBatch(host: StepHost, calls: readonly LoggedCall[], signal?: AbortSignal): Promise<void> {
  const settled = await Promise.allSettled(
    calls.map(async ({ call, entry }) => {
      host.emit({ type: "tool-start", call });
      const result = await host.runTool(call, signal);
      host.logResult(result, entry);
      host.emit({ type: "tool-end", call, result });
    }),
  );
  const failed = settled.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

/** The error result of a call in a response that ended otherwise than by asking for tools (D-5). */
function notRun(call: ToolUseBlock, stop: string | null): ToolResultBlock {
  const content = `The tool was not run: the response ended with stop_reason ${stop}.`;
  return { type: "tool_result", tool_use_id: call.id, content, is_error: true };
}
