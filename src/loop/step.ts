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
  const entries = rule.kept ? host.logResponse(response) : [];
  const goesOn = rule.goesOn && response.content.some(isToolUse);
  if (goesOn) await runBatch(host, response, entries, signal);
  return { response, goesOn, dropped: rule.kept ? undefined : rule.tells };
}
//#endregion

/**
 * Runs all calls of a response at once. Each result is logged when its tool is done, so the log holds them in order
 * of completion (D-5, D-11). Law: parallel-order
 */
async function runBatch(
  host: StepHost,
  response: ModelResponse,
  entries: readonly ChainEntry[],
  signal: AbortSignal | undefined,
): Promise<void> {
  await Promise.all(
    response.content.map(async (block, index) => {
      const entry = entries[index];
      if (!isToolUse(block) || !entry) return;
      host.emit({ type: "tool-start", call: block });
      const result = await host.runTool(block, signal);
      host.logResult(result, entry);
      host.emit({ type: "tool-end", call: block, result });
    }),
  );
}
