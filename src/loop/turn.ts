/**
 * LAYER 2, one turn: steps until the model is done (C-2.1, C-2.4). That it gathers, acts and verifies is what the steps
 * amount to (C-2.7); no line here says so.
 */
import { ApiError } from "../ports.ts";
import type { ModelResponse } from "../wire.ts";
import { type StepHost, step } from "./step.ts";

/** What a turn came to. */
export interface TurnResult {
  /** The stop reason of the last response; `api_error`, `interrupted`, `step_limit` or `blocked` when there is none to go by. */
  readonly stop: string;
  /** Is there no answer to show: refused, interrupted, blocked by a hook, an API error, or a limit? */
  readonly failed: boolean;
  /** The responses, in order: one for each step that was answered. */
  readonly responses: readonly ModelResponse[];
  /** Why it failed, for a person; undefined when it did not. */
  readonly message?: string;
}

/** What is left in the log for the model where the user broke off (O-23, fact 24). */
const INTERRUPTED = "[Request interrupted by user]";
const INTERRUPTED_TOOLS = "[Request interrupted by user for tool use]";

//#region turn
/**
 * Runs steps until one ends the turn and no hook objects. An API error ends it and is told; so does the limit of steps
 * (C-2.5), and an interrupt. It holds no message list: each step reads the log (D-36). Law: no-memory, calls-counted
 */
export async function turn(host: StepHost, signal?: AbortSignal, maxSteps = 100): Promise<TurnResult> {
  const responses: ModelResponse[] = [];
  const end = (stop: string, message?: string): TurnResult => {
    host.emit({ type: "turn-end", stop, steps: responses.length });
    return { stop, failed: message !== undefined, responses, ...(message ? { message } : {}) };
  };
  let inRow = 0;
  let isHeld = false;
  while (responses.length < maxSteps) {
    try {
      const { response, next, atMost, kept, tells } = await step(host, inRow, signal);
      responses.push(response);
      if (signal?.aborted && next === "tools") {
        host.log.words(INTERRUPTED_TOOLS);
        return end("interrupted", "The turn was interrupted while tools were running.");
      }
      inRow = atMost === undefined ? 0 : inRow + 1;
      if (next !== "end") continue;
      const held = !kept || signal?.aborted ? undefined : await host.mayEnd(isHeld, signal);
      if (held === undefined) return end(response.stop_reason ?? "unknown", kept ? undefined : tells);
      isHeld = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { type, status } = error.details;
      if (type === "aborted") host.log.words(INTERRUPTED);
      host.emit({ type: "api-error", message: error.message, status });
      return end(type === "aborted" ? "interrupted" : "api_error", error.message);
    }
  }
  const told = `The turn was stopped after ${maxSteps} steps, its limit. Send another prompt to go on.`;
  host.emit({ type: "notice", text: told });
  return end("step_limit", told);
}
//#endregion
