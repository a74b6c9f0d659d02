/** A message as server-sent events (MR-64 to MR-70, MR-73). */
import { type ApiError, errorEnvelope } from "../http/errors.ts";
import type { AnswerBlock, AnswerMessage } from "../wire.ts";

/** One event; its `type` is also its SSE event name (MR-64). */
export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/** An error that ends a stream, and the exchange it belongs to. */
export interface Failure {
  error: ApiError;
  requestId: string;
}

/**
 * The events that carry a message. With a failure they end in it after the last block, without a delta or a stop.
 *
 * Law: stream-equals-json.
 */
export function* messageEvents(message: AnswerMessage, failure?: Failure): Generator<StreamEvent> {
  yield { type: "message_start", message: unstarted(message) };
  for (const [index, block] of message.content.entries()) {
    yield { type: "content_block_start", index, content_block: emptied(block) };
    if (index === 0) yield { type: "ping" };
    for (const delta of deltasOf(block)) yield { type: "content_block_delta", index, delta };
    yield { type: "content_block_stop", index };
  }
  if (failure) {
    yield failureEvent(failure);
    return;
  }
  yield finish(message);
  yield { type: "message_stop" };
}

/** The events as bytes, one chunk an event. Aborting breaks the body off, as a dropped connection would. */
export function eventStream(events: Iterable<StreamEvent>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = events[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      if (signal.aborted) return controller.error(signal.reason);
      const next = iterator.next();
      if (next.done) return controller.close();
      controller.enqueue(
        encoder.encode(`event: ${next.value.type}\ndata: ${JSON.stringify(next.value)}\n\n`),
      );
    },
  });
}

/** MR-65: the whole message but its content. What only the end can tell is not told yet (MR-73). */
function unstarted(message: AnswerMessage): AnswerMessage {
  const { usage } = message;
  const output_tokens = Math.min(1, usage.output_tokens);
  return {
    ...message,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: { ...usage, output_tokens, output_tokens_details: null },
  };
}

/** MR-66: totals, not increments; what was written at which life stands in `message_start` alone. */
function finish(message: AnswerMessage): StreamEvent {
  const { stop_reason, stop_sequence, stop_details, container, usage } = message;
  const { cache_creation: _told, service_tier: _tier, inference_geo: _geo, speed: _speed, ...totals } = usage;
  return {
    type: "message_delta",
    delta: { stop_reason, stop_sequence, stop_details, container },
    usage: totals,
  };
}

/** MR-70: the envelope, with `details` null. */
function failureEvent({ error, requestId }: Failure): StreamEvent {
  const detailed = { type: error.type, message: error.message, details: null };
  return { ...errorEnvelope(error, requestId), type: "error", error: detailed };
}

function emptied(block: AnswerBlock): AnswerBlock {
  switch (block.type) {
    case "text":
      return { ...block, text: "" };
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
      return { ...block, input: {} };
    case "redacted_thinking":
      return block; // MR-68: whole in its start.
  }
}

function* deltasOf(block: AnswerBlock): Generator<StreamEvent> {
  switch (block.type) {
    case "text":
      for (const text of pieces(block.text)) yield { type: "text_delta", text };
      return;
    case "thinking":
      for (const thinking of pieces(block.thinking)) yield { type: "thinking_delta", thinking };
      yield { type: "signature_delta", signature: block.signature };
      return;
    case "tool_use":
      yield { type: "input_json_delta", partial_json: "" };
      for (const partial_json of pieces(JSON.stringify(block.input))) {
        yield { type: "input_json_delta", partial_json };
      }
      return;
    case "redacted_thinking":
  }
}

const PIECE = 12;
const MOST_PIECES = 40;

/** Cuts text into small pieces between code points; a long text into larger ones, so that its events stay few. */
function* pieces(text: string): Generator<string> {
  const points = Array.from(text);
  const size = Math.max(PIECE, Math.ceil(points.length / MOST_PIECES));
  for (let at = 0; at < points.length; at += size) yield points.slice(at, at + size).join("");
}
