/** From an answer to the response that carries it, whole or broken on purpose (MR-64 to MR-73). */

import { ConnectionReset } from "../faults.ts";
import { type ApiError, apiError } from "../http/errors.ts";
import { jsonResponse } from "../http/whole-bodies.ts";
import type { Mishap } from "../models/scripted.ts";
import type { MockCall } from "../options.ts";
import type { Answer } from "./answer.ts";
import { bodyOf, chunksOf, type Ending, eventBytes } from "./bytes.ts";
import { eventsBefore, failureEvent, messageEvents, type StreamStyle } from "./stream.ts";

/** What a response is made with. */
export interface Sent extends StreamStyle {
  headers: Record<string, string>;
  requestId: string;
  signal: AbortSignal;
  sleep: ((ms: number) => Promise<void>) | undefined;
}

/** The answer as one JSON value. Truncated, it is half of that. */
export function plainResponse({ message }: Answer, { fault }: Mishap, { headers }: Sent): Response {
  const json = JSON.stringify(message);
  const body = fault === "truncate" ? json.slice(0, Math.floor(json.length / 2)) : json;
  return jsonResponse(body, 200, headers);
}

/** The answer as a stream of events. */
export function streamResponse(answer: Answer, mishap: Mishap, sent: Sent): Response {
  const { signal, sleep, delivery, headers } = sent;
  const chunks = chunksOf(eventBytes(eventsOf(answer, mishap, sent), delivery), delivery, mishap.after_bytes);
  const reset = (): Error => new ConnectionReset("the body");
  return new Response(bodyOf(chunks, { delivery, ending: endingOf(mishap), signal, sleep, reset }), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      ...headers,
    },
  });
}

/** The error that a mishap brings; one without a status that is told before the stream begins is a 500. */
export function errorOf({ status = 500, error }: Mishap): ApiError {
  return apiError(status < 400 ? 500 : status, typeof error === "string" ? { message: error } : error);
}

/** What `onCall` is told of a mishap. */
export function toldOf(mishap: Mishap): Pick<MockCall, "fault" | "error"> {
  if (mishap.error === undefined) return mishap.fault === undefined ? {} : { fault: mishap.fault };
  const { type, message } = errorOf(mishap);
  return { error: { type, message } };
}

function* eventsOf(answer: Answer, mishap: Mishap, sent: Sent): ReturnType<typeof messageEvents> {
  const { error, fault, after_events, after_bytes } = mishap;
  const events = messageEvents(answer, sent);
  if (error === undefined && (fault === undefined || after_bytes !== undefined)) return yield* events;
  yield* eventsBefore(error === undefined ? "nothing" : "error", events, after_events);
  if (error !== undefined) yield failureEvent(errorOf(mishap), sent.requestId);
}

function endingOf({ error, fault }: Mishap): Ending {
  return error !== undefined || fault === undefined || fault === "truncate" ? "close" : fault;
}
