/** A message as events (MR-64 to MR-73). */
import { type ApiError, errorEnvelope } from "../http/errors.ts";
import type { AnswerMessage, Usage } from "../wire.ts";
import type { Answer } from "./answer.ts";
import type { Delivery, StreamEvent } from "./delivery.ts";
import { type DeltaStyle, deltasOf, startOf } from "./deltas.ts";

/** What decides how an answer is cut into events. */
export interface StreamStyle {
  delivery: Delivery;
  /** Is the input of this tool streamed as it is written (MR-72)? */
  isEager: (tool: string) => boolean;
}

/**
 * The events that carry an answer.
 *
 * Law: stream-equals-json, event-grammar.
 */
export function* messageEvents(answer: Answer, style: StreamStyle): Generator<StreamEvent> {
  const { extra_events = [], pings } = style.delivery;
  let count = 0;
  for (const event of plainEvents(answer, style)) {
    for (const extra of extra_events) if (extra.at === count) yield extra.event;
    if (pings?.includes(count)) yield { type: "ping" };
    yield event;
    count += 1;
    if (pings === undefined && event.type === "content_block_start" && event["index"] === 0) {
      yield { type: "ping" };
    }
  }
}

/**
 * The beginning of a stream that breaks off, `count` events of it; without a count, all blocks. It never has the last
 * event, nor, where an error comes next, a `message_delta` (MR-70).
 *
 * Law: broken-streams-are-prefixes.
 */
export function eventsBefore(
  next: "error" | "nothing",
  events: Iterable<StreamEvent>,
  count: number | undefined,
): StreamEvent[] {
  const all = [...events];
  const blocks = all.findIndex(({ type }) => type === "message_delta");
  return all.slice(0, Math.min(count ?? blocks, next === "error" ? blocks : all.length - 1));
}

/** MR-70: the envelope, with `details` null. */
export function failureEvent(error: ApiError, requestId: string): StreamEvent {
  const detailed = { type: error.type, message: error.message, details: null };
  return { ...errorEnvelope(error, requestId), type: "error", error: detailed };
}

function* plainEvents({ message, partialInputs }: Answer, style: StreamStyle): Generator<StreamEvent> {
  yield { type: "message_start", message: unstarted(message) };
  for (const [index, block] of message.content.entries()) {
    yield { type: "content_block_start", index, content_block: startOf(block) };
    const isCall = block.type === "tool_use" || block.type === "server_tool_use";
    const partial = partialInputs.get(index);
    const { delta_chars, silent_empty_input } = style.delivery;
    const pieces: DeltaStyle = {
      eager: isCall && style.isEager(block.name),
      silentWhenEmpty: silent_empty_input === true,
      ...(delta_chars !== undefined && { chars: delta_chars }),
      ...(partial !== undefined && { partial }),
    };
    for (const delta of deltasOf(block, pieces)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  yield* messageDeltas(message, Math.max(1, style.delivery.message_deltas ?? 1));
  yield { type: "message_stop" };
}

/** MR-65: the whole message but its content. What only the end can tell is not told yet (MR-73). */
function unstarted(message: AnswerMessage): AnswerMessage {
  const { iterations: _end, ...usage } = message.usage;
  return {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage: {
      ...usage,
      output_tokens: Math.min(1, usage.output_tokens),
      output_tokens_details: null,
      server_tool_use: null,
    },
    ...(message.context_management !== undefined && { context_management: null }),
  };
}

/** MR-66: totals, not increments. Those before the last one count what was written so far, and no thinking (MR-73). */
function* messageDeltas(message: AnswerMessage, count: number): Generator<StreamEvent> {
  const { stop_reason, stop_sequence, stop_details, container, context_management } = message;
  const totals = totalsOf(message.usage);
  for (let nth = 1; nth <= count; nth += 1) {
    const output_tokens = Math.ceil((totals.output_tokens * nth) / count);
    const sofar = { ...totals, output_tokens, output_tokens_details: null };
    yield {
      type: "message_delta",
      delta: { stop_reason, stop_sequence, stop_details, container },
      usage: nth === count ? totals : sofar,
      ...(context_management !== undefined && { context_management }),
    };
  }
}

/** What was written at which life, and where and how fast it was answered, stands in `message_start` alone. */
function totalsOf(usage: Usage): Omit<Usage, "cache_creation" | "service_tier" | "inference_geo" | "speed"> {
  const { cache_creation: _told, service_tier: _tier, inference_geo: _geo, speed: _speed, ...totals } = usage;
  return totals;
}
