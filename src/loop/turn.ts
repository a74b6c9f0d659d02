/** LAYER 2, one turn: steps until the model is done (C-2.1, C-2.4). */
import { ApiError } from "../ports.ts";
import type { ModelResponse } from "../wire.ts";
import { type StepHost, type StepOutcome, step } from "./step.ts";
import { stopRule } from "./stops.ts";

/** What a turn came to. */
export interface TurnResult {
  /** The stop reason of the last response; `api_error`, `interrupted` or `step_limit` when there is none to go by. */
  readonly stop: string;
  /** Is there no answer to show: refused, interrupted, an API error, or a limit? */
  readonly failed: boolean;
  /** The responses, in order: one for each step that was answered. */
  readonly responses: readonly ModelResponse[];
  /** Why it failed, for a person; undefined when it did not. */
  readonly message?: string;
}

/** What is left in the log for the model where the user broke off (O-23, fact 24). */
const INTERRUPTED = "[Request interrupted by user]";
const INTERRUPTED_TOOLS = "[Request interrupted by user for tool use]";

/** What the person is told where a model that stops before its end is not asked on any more (C-2.5). */
const NO_END =
  "The model was asked to go on as often as it may be, and has not come to an end. Prompt it again.";

//#region turn
/**
 * Runs steps until one ends the turn and no hook objects. An API error ends it and is told; so does the limit of steps
 * (C-2.5), and an interrupt. It holds no message list: each step reads the log (D-36). Law: no-memory, calls-counted
 */
export async function turn(host: StepHost, maxSteps: number, signal?: AbortSignal): Promise<TurnResult> {
  const responses: ModelResponse[] = [];
  const end = (stop: string, message?: string): TurnResult => {
    host.emit({ type: "turn-end", stop, steps: responses.length });
    return { stop, failed: message !== undefined, responses, ...(message ? { message } : {}) };
  };
  let inRow = 0;
  let isHeld = false;
  while (responses.length < maxSteps) {
    try {
      const outcome = await step(host, signal);
      responses.push(outcome.response);
      if (signal?.aborted && outcome.next === "tools") {
        host.logWords(INTERRUPTED_TOOLS);
        return end("interrupted", "The turn was interrupted while tools were running.");
      }
      inRow = outcome.next === "ask on" || outcome.next === "send again" ? inRow + 1 : 0;
      if (goesOn(outcome, inRow)) continue;
      if (outcome.next !== "end") host.emit({ type: "notice", text: NO_END });
      const held = outcome.dropped || signal?.aborted ? undefined : await host.mayEnd(isHeld, signal);
      if (held === undefined) return end(outcome.response.stop_reason ?? "unknown", outcome.dropped);
      isHeld = true;
      host.logWords(held);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.type === "aborted") host.logWords(INTERRUPTED);
      host.emit({ type: "api-error", message: error.message, status: error.status });
      return end(error.type === "aborted" ? "interrupted" : "api_error", error.message);
    }
  }
  const told = `The turn was stopped after ${maxSteps} steps, its limit. Send another prompt to go on.`;
  host.emit({ type: "notice", text: told });
  return end("step_limit", told);
}
//#endregion

function goesOn({ response, next }: StepOutcome, inRow: number): boolean {
  return next === "tools" || (next !== "end" && inRow <= (stopRule(response.stop_reason).atMost ?? 0));
}
