/**
 * LAYER 2, one step: one request and the tools that its answer asks for. The model only asks; what drives it on is here
 * (C-2.2), and what it thinks, it thinks within its one answer (C-2.8, C-2.15). Nothing is remembered between steps: the
 * request is read from the log, and what comes of it is written there (C-1.4, D-36).
 */
import type { Listener } from "../events.ts";
import type { Attachment } from "../hooks.ts";
import type { ChainEntry } from "../log/entry.ts";
import { ApiError, type Delta, type Model } from "../ports.ts";
import type { ToolRun } from "../tools/run.ts";
import {
  type Block,
  isThinking,
  type MessagesRequest,
  type ModelResponse,
  type ToolUseBlock,
} from "../wire.ts";
import { type LoggedCall, runBatch } from "./batch.ts";
import { GO_ON, type StopRule, stopRule } from "./stops.ts";

/** What a step needs of its session. */
export interface StepHost {
  readonly model: Model;
  readonly emit: Listener;
  readonly log: StepLog;
  /** Before a request: may compact what was said, so that the window has room for more (C-5.2d). */
  readonly options: { readonly makeRoom?: (signal?: AbortSignal) => Promise<void> };
  /** Before a request: logs what holds now and is to stay, if the model has last been told otherwise (D-15). */
  remind(): void;
  /** The next request, whole, made from the log as it stands. */
  nextRequest(): MessagesRequest;
  /** Runs one tool call; never throws. */
  runTool(call: ToolUseBlock, signal?: AbortSignal): Promise<ToolRun>;
  /** Calls of one lane wait for each other; undefined for a call that waits for none. */
  laneOf(call: ToolUseBlock): string | undefined;
  /** Before a turn ends: why it may not, if a hook says so, which is then logged. `again` when one has said so before. */
  mayEnd(again: boolean, signal?: AbortSignal): Promise<string | undefined>;
}

/** What came of steps, written down. A `SessionLog` is one. */
export interface StepLog {
  /** Logs a response, one entry a block (C-3.8); returns the calls in it. */
  response(response: Said): readonly LoggedCall[];
  /** Logs a result under the entry of its call (O-4). */
  result(run: ToolRun, callEntry: ChainEntry): void;
  /** Logs an attachment where the conversation stands, and what a tool has left with it. */
  attach(attachment: Attachment, details?: ToolRun["details"]): void;
  /** Logs those attachments that the model has not been told yet. */
  tell(attachments?: readonly Attachment[]): void;
  /** Logs words of the harness to the model, as a user entry that no user wrote. */
  words(words: string): void;
}

/** A response; one that no model gave has no usage, and no request that it answers (D-16). */
export type Said = Pick<ModelResponse, "id" | "model" | "content" | "stop_reason"> & Partial<ModelResponse>;

/** How a step ended: the response, and the rule that was kept for it. */
export interface StepOutcome extends StopRule {
  readonly response: ModelResponse;
}

//#region step
/**
 * Sends one request, logs the answer, runs its tool calls. `inRow` is how often in a row the model was asked to go on
 * before this. Throws `ApiError`; then nothing of the step is logged but what D-5 says.
 */
export async function step(host: StepHost, inRow: number, signal?: AbortSignal): Promise<StepOutcome> {
  await host.options.makeRoom?.(signal);
  host.remind();
  const response = await answerTo(host, host.nextRequest(), signal);
  const rule = stopRule(response, inRow);
  host.emit({ type: "response", response });
  if (rule.tells) host.emit({ type: "notice", text: rule.tells });
  const calls = rule.kept ? host.log.response(response) : [];
  if (rule.next === "tools") await runBatch(host, calls, signal);
  else for (const { call, entry } of calls) host.log.result(notRun(call, response.stop_reason), entry);
  if (rule.next === "ask on") host.log.words(GO_ON);
  return { response, ...rule };
}
//#endregion

/**
 * The answer to a request. What fails before it begins, the client has tried again; one that breaks off in the middle
 * is asked for once more, whole, and of the first try nothing is logged (MR-70, MR-119). Of an interrupted one the
 * finished words stay (D-5). Law: repeated-once
 */
async function answerTo(
  host: StepHost,
  request: MessagesRequest,
  signal?: AbortSignal,
  isRepeated = false,
): Promise<ModelResponse> {
  host.emit({ type: "request", request });
  try {
    const onDelta = (delta: Delta) => host.emit({ type: "delta", ...delta });
    return await host.model.send(request, { onDelta, signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { inMidStream, partial } = error.details;
    if (inMidStream && !isRepeated && !signal?.aborted) {
      const text = `The answer broke off and is asked for once more. (${error.message})`;
      host.emit({ type: "notice", text });
      return answerTo(host, request, signal, true);
    }
    const kept = keptOf(partial?.content ?? []);
    if (partial && kept.length > 0) host.log.response({ ...partial, content: kept });
    throw error;
  }
}

/**
 * What stays of an interrupted answer (D-5): its words, and what was thought before them. Thinking alone leads nowhere
 * (MR-44), and what was thought behind a call that is dropped would stand behind other words than it did (MR-46).
 * Law: interrupt-anywhere
 */
function keptOf(content: readonly Block[]): Block[] {
  const words = content.findLastIndex(({ type }) => type === "text");
  const call = content.findIndex(({ type }) => type.endsWith("tool_use"));
  const thought = call === -1 ? words : Math.min(words, call);
  return content.filter((block, at) => block.type === "text" || (isThinking(block) && at < thought));
}

/** The error result of a call in a response that ended otherwise than by asking for tools (D-5). */
function notRun(call: ToolUseBlock, stop: string | null): ToolRun {
  const content = `The tool was not run: the response ended with stop_reason ${stop}.`;
  return { result: { type: "tool_result", tool_use_id: call.id, content, is_error: true } };
}
