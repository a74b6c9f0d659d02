/** The forms of what `-p` prints: the answer alone, one JSON object, or one for each event. */
import type { HarnessEvent } from "../events.ts";
import type { TurnResult } from "../loop/turn.ts";
import type { ModelResponse, Usage } from "../wire.ts";

/** The words of the last response; what it thought and called is in the log. */
export function answerOf(result: TurnResult): string {
  const words = (result.responses.at(-1)?.content ?? []).filter((block) => block.type === "text");
  return result.failed ? "" : words.map((block) => String(block["text"])).join("");
}

/** What a turn came to (D-29). */
export function resultOf(sessionId: string, result: TurnResult, ofAgents: readonly ModelResponse[]) {
  return {
    session_id: sessionId,
    result: result.message ?? answerOf(result),
    stop_reason: result.stop,
    is_error: result.failed,
    num_steps: result.responses.length,
    usage: totalUsage([...result.responses, ...ofAgents]),
  };
}

/**
 * An event as a line of `stream-json`. A request holds the whole conversation, each time: of it only the model and the number
 * of its messages are told, for what is new in it is told by the other events.
 */
export function eventLine(event: HarnessEvent): string {
  return JSON.stringify(shortened(event));
}

function shortened(event: HarnessEvent): object {
  if (event.type === "agent") return { ...event, event: shortened(event.event) };
  if (event.type !== "request") return event;
  const { model, messages } = event.request;
  return { type: event.type, model, messages: messages.length };
}

const COUNTED = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const satisfies readonly (keyof Usage)[];

/** Tokens of a whole turn, its agents' included: each response is one API call and counts once (C-3.9). */
function totalUsage(responses: readonly ModelResponse[]): Record<(typeof COUNTED)[number], number> {
  const total = {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  for (const { usage } of responses) for (const field of COUNTED) total[field] += usage[field] ?? 0;
  return total;
}
