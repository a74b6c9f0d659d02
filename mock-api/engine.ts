/** One exchange with the mock Messages API, from request to response. It keeps no conversation (C-1.2). */
import { pause, unlessAborted } from "./abort.ts";
import { answerTo } from "./answer.ts";
import { parseBody } from "./body.ts";
import { type CacheCause, visitCache } from "./cache.ts";
import { type ApiError, apiError, errorResponse } from "./errors.ts";
import { idsOf, requestId } from "./ids.ts";
import { refusal } from "./rules/index.ts";
import { askModel, type Model, type Reply, type Taken } from "./script.ts";
import { memoryCache, type PrefixCacheStore } from "./stores.ts";
import { eventStream, type Failure, messageEvents } from "./stream.ts";
import type { AnswerMessage, MessagesRequest, Usage } from "./wire.ts";

/** What a mock is made of. */
export interface MockOptions {
  model: Model;
  /** Left out: in memory, cold at the start. */
  cache?: PrefixCacheStore;
  /** Milliseconds since the epoch; the only clock the cache knows. */
  now?: () => number;
  /** What to do with thinking signed by someone else; left out: refuse (D-25). */
  foreignSignatures?: "refuse" | "accept";
  /** Told of every exchange that got a response. */
  onCall?: (call: MockCall) => void;
  /** How `delay_ms` is waited for. */
  sleep?: (ms: number) => Promise<void>;
}

/** One exchange as `onCall` is told of it. */
export interface MockCall {
  /** The parsed body; undefined when it was not JSON. */
  request: unknown;
  status: number;
  /** Only for an answer. */
  usage?: Usage;
  /** Only when the request broke a rule: the model was not asked, a scripted list gave no reply. */
  refusal?: { type: string; message: string };
  /** Only for an answer: what the cache did. */
  cause?: CacheCause;
}

/** The API without a network. */
export interface MockApi {
  /**
   * Answers one HTTP request. Every failure the API knows is a response; the promise rejects only with the reason of
   * an aborted request, or with what a model function throws.
   */
  handle(request: Request): Promise<Response>;
  /** The same as a `fetch` to hand to a client. */
  fetch: typeof globalThis.fetch;
}

/** Makes a mock of `POST /v1/messages`. */
export function createMockApi(options: MockOptions): MockApi {
  const settings: Settings = { cache: memoryCache(), now: () => Date.now(), ...options };
  const ask = askModel(options.model);
  const handle = (http: Request): Promise<Response> =>
    respond({ http, settings, ask, start: settings.now() }).catch((error: unknown) => {
      // What is nested deeper than the stack is deep can be parsed, but not be written again.
      if (error instanceof RangeError) return errorResponse(TOO_DEEP, requestId(http.url, 0));
      throw error;
    });
  return { handle, fetch: (input, init) => handle(new Request(input, init)) };
}

const TOO_DEEP = apiError(400, { message: "The request is nested too deeply." });

type Settings = MockOptions & Required<Pick<MockOptions, "cache" | "now">>;

interface Exchange {
  http: Request;
  settings: Settings;
  ask: (request: MessagesRequest) => Taken;
  /** When the request began, by the cache's clock. */
  start: number;
}

async function respond(exchange: Exchange): Promise<Response> {
  const { http, settings } = exchange;
  http.signal.throwIfAborted();
  if (http.method !== "POST" || new URL(http.url).pathname !== "/v1/messages") {
    return errorResponse(apiError(404), requestId(http.url, 0));
  }
  const body = await http.text();
  const parsed = parseBody(body);
  if ("fault" in parsed) return refuse(apiError(400, { message: parsed.fault }), { body }, settings);
  const refused = refusal(parsed.value, settings);
  if (refused) return refuse(refused, { body, request: parsed.value }, settings);
  return answer(parsed.value as MessagesRequest, body, exchange);
}

function refuse(
  error: ApiError,
  { body, request }: { body: string; request?: unknown },
  settings: Settings,
): Response {
  const { status, type, message } = error;
  settings.onCall?.({ request, status, refusal: { type, message } });
  return errorResponse(error, requestId(body, 0));
}

async function answer(request: MessagesRequest, body: string, exchange: Exchange): Promise<Response> {
  const { settings, start } = exchange;
  const { signal } = exchange.http;
  const { cause, bill, kept } = visitCache(request, settings.cache, start);
  const taken = exchange.ask(request);
  const reply = await unlessAborted(signal, taken.reply);
  if (reply.delay_ms) await pause(reply.delay_ms, signal, settings.sleep);
  const id = requestId(body, taken.position);
  const failure = failureOf(reply, id, request.stream === true);
  if (failure && failure.error.status >= 400) {
    settings.onCall?.({ request, status: failure.error.status });
    return errorResponse(failure.error, id, reply.headers);
  }
  // MR-81: only a response that begins makes its prefixes readable, so of two alike at once both miss.
  settings.cache.write(kept, settings.now());
  const message = answerTo(request, reply, idsOf(request, taken.position), bill);
  settings.onCall?.({ request, status: 200, usage: message.usage, cause });
  const headers = { "request-id": id, ...reply.headers };
  return request.stream ? streamResponse(message, headers, signal, failure) : jsonResponse(message, headers);
}

/** What a reply says went wrong. At status 200 the error comes in the middle of a stream (MR-70). */
function failureOf(reply: Reply, requestId: string, streamed: boolean): Failure | undefined {
  const { status = 200 } = reply;
  const given = typeof reply.error === "string" ? { message: reply.error } : reply.error;
  if (status < 400 && !given) return undefined;
  const error = apiError(status < 400 ? 500 : status, given);
  return { requestId, error: status < 400 && streamed ? { ...error, status: 200 } : error };
}

function jsonResponse(message: AnswerMessage, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(message), {
    headers: { "content-type": "application/json", ...headers },
  });
}

function streamResponse(
  message: AnswerMessage,
  headers: Record<string, string>,
  signal: AbortSignal,
  failure: Failure | undefined,
): Response {
  return new Response(eventStream(messageEvents(message, failure), signal), {
    headers: { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache", ...headers },
  });
}
