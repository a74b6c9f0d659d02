/** LAYER 2, one turn: steps until the model stops asking for tools (C-2.1, C-2.4). */
import { ApiError } from "../ports.ts";
import type { ModelResponse } from "../wire.ts";
import { type StepHost, step } from "./step.ts";

/** What a turn came to. */
export interface TurnResult {
  /** The stop reason of the last response; `api_error`, `interrupted` or `step_limit` when there is none to go by. */
  readonly stop: string;
  /** Is there no answer to show: refused, interrupted, an API error, or the limit of steps? */
  readonly failed: boolean;
  /** The responses, in order: one for each step that was answered. */
  readonly responses: readonly ModelResponse[];
  /** Why it failed, for a person; undefined when it did not. */
  readonly message?: string;
}

//#region turn
/**
 * Runs steps until one does not go on. An API error ends the turn and is told; so does the limit of steps (C-2.5).
 * It holds no message list: each step reads the log (D-36). Law: no-memory
 */
export async function turn(host: StepHost, maxSteps: number, signal?: AbortSignal): Promise<TurnResult> {
  const responses: ModelResponse[] = [];
  const end = (stop: string, message?: string): TurnResult => {
    host.emit({ type: "turn-end", stop, steps: responses.length });
    return { stop, failed: message !== undefined, responses, ...(message ? { message } : {}) };
  };
  while (responses.length < maxSteps) {
    try {
      const { response, goesOn, dropped } = await step(host, signal);
      responses.push(response);
      if (!goesOn) return end(response.stop_reason ?? "unknown", dropped);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      host.emit({ type: "api-error", message: error.message, status: error.status });
      return end(error.type === "aborted" ? "interrupted" : "api_error", error.message);
    }
  }
  const told = `The turn was stopped after ${maxSteps} steps, its limit. Send another prompt to go on.`;
  host.emit({ type: "notice", text: told });
  return end("step_limit", told);
}
//#endregion
