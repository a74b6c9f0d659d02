/** One exchange with the mock Messages API, from request to response. It keeps no conversation (C-1.2). */
import { answerTo } from "./answer/answer.ts";
import { eventStream, type Failure, messageEvents } from "./answer/stream.ts";
import { visitCache } from "./cache/cache.ts";
import { memoryCache } from "./cache/stores.ts";
import { faultsOf, type InjectedFault } from "./faults.ts";
import { iterate } from "./features/iterate.ts";
import { prepare } from "./features/prepare.ts";
import { pause, unlessAborted } from "./http/abort.ts";
import { parseBody } from "./http/body.ts";
import { type ApiError, apiError, errorEnvelope } from "./http/errors.ts";
import { type Endpoint, type Head, headOf } from "./http/head.ts";
import { idsOf, requestId } from "./http/ids.ts";
import { type Limiter, limiterOf } from "./http/limits.ts";
import { responseHeaders } from "./http/response-headers.ts";
import { routeOf } from "./http/route.ts";
import { askModel, type Reply, type Taken } from "./models/scripted.ts";
import type { MockCall, MockOptions } from "./options.ts";
import { countTokens } from "./prompt/tokens.ts";
import { Call, type RuleSettings } from "./rules/call.ts";
import { firstRefusal, type Refusal, ruleSettings } from "./rules/table.ts";
import type { AnswerMessage, MessagesRequest } from "./wire.ts";

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

/**
 * Makes a mock of `POST /v1/messages` and `/v1/messages/count_tokens`.
 *
 * @throws Error when `rules` names a rule that does not exist.
 */
export function createMockApi(options: MockOptions): MockApi {
  const now = options.now ?? (() => Date.now());
  const mock: Mock = {
    options: { cache: memoryCache(), now, ...options },
    rules: ruleSettings(options),
    ask: askModel(options.model),
    nextFault: faultsOf(options.faults),
    limiter: limiterOf(options.limits, now),
  };
  const handle = (http: Request): Promise<Response> =>
    new Exchange(mock, http).respond().catch((error: unknown) => {
      // What is nested deeper than the stack is deep can be parsed, but not be written again.
      if (error instanceof RangeError) return new Exchange(mock, http).refuse(TOO_DEEP);
      throw error;
    });
  return { handle, fetch: (input, init) => handle(new Request(input, init)) };
}

const TOO_DEEP = apiError(400, { message: "The request is nested too deeply." });

/** What one mock has for all its exchanges. */
interface Mock {
  options: MockOptions & Required<Pick<MockOptions, "cache" | "now">>;
  rules: RuleSettings;
  ask: (request: MessagesRequest) => Taken;
  nextFault: () => InjectedFault | undefined;
  limiter: Limiter;
}

class Exchange {
  readonly #mock: Mock;
  readonly #http: Request;
  /** When the request began, by the cache's clock (MR-81). */
  readonly #start: number;
  #head: Head;
  /** What the id of the exchange is made of. */
  #body: string;

  constructor(mock: Mock, http: Request) {
    this.#mock = mock;
    this.#http = http;
    this.#start = mock.options.now();
    this.#head = headOf(http.headers, "messages");
    this.#body = http.url;
  }

  /** The order of the stages: address, body, headers and rules, limits, faults on demand, answer. */
  async respond(): Promise<Response> {
    this.#http.signal.throwIfAborted();
    const route = routeOf(this.#http);
    if (route === undefined) return this.refuse(apiError(404));
    if (route === "hello") return new Response(null, { status: 200, headers: this.#headers(0) });
    this.#head = headOf(this.#http.headers, route);
    this.#body = await this.#http.text();
    const parsed = parseBody(this.#body);
    if ("fault" in parsed) return this.refuse(apiError(400, { message: parsed.fault }));
    const call = new Call(parsed.value as MessagesRequest, this.#head, this.#mock.rules);
    const refused = firstRefusal(call);
    if (refused) return this.refuse(refused, parsed.value);
    return this.#accepted(call, route);
  }

  async #accepted(call: Call, endpoint: Endpoint): Promise<Response> {
    const prepared = prepare(call);
    const input_tokens = countTokens(prepared.shown);
    const { headers, refused } = this.#mock.limiter.take(this.#head.organization, input_tokens);
    if (refused) return this.#error(refused, call.request, headers);
    if (endpoint === "count_tokens") return this.#json({ input_tokens }, this.#headers(0, headers));
    const fault = this.#mock.nextFault();
    const { cache } = this.#mock.options;
    const { cause, bill, kept } = visitCache(prepared.shown, cache, this.#start);
    const taken = iterate(call, prepared, this.#mock.ask);
    const reply = { ...(await this.#unlessAborted(taken.reply)), ...fault };
    if (reply.delay_ms) await pause(reply.delay_ms, this.#http.signal, this.#mock.options.sleep);
    const failure = failureOf(reply, requestId(this.#body, taken.position), call.request.stream === true);
    if (failure && failure.error.status >= 400) {
      return this.#error(failure.error, call.request, { ...headers, ...reply.headers });
    }
    // MR-81: only a response that begins makes its prefixes readable, so of two alike at once both miss.
    cache.write(kept, this.#mock.options.now());
    const message = answerTo(call.request, reply, idsOf(call.request, taken.position), bill);
    this.#tell({ request: call.request, status: 200, usage: message.usage, cause });
    const sent = this.#headers(taken.position, { ...headers, ...reply.headers });
    return call.request.stream ? this.#stream(message, sent, failure) : this.#json(message, sent);
  }

  /** The response to a request that breaks a rule; undefined for one that could not be read. */
  refuse(refused: ApiError | Refusal, request?: unknown): Response {
    const { status: _status, ...refusal } = refused;
    return this.#error(refused, request, {}, refusal);
  }

  #error(
    error: ApiError,
    request: unknown,
    more: Record<string, string>,
    refusal?: MockCall["refusal"],
  ): Response {
    this.#tell({ request, status: error.status, ...(refusal && { refusal }) });
    const id = requestId(this.#body, 0);
    return this.#json(errorEnvelope(error, id), this.#headers(0, more), error.status);
  }

  #headers(position: number, more: Record<string, string> = {}): Record<string, string> {
    return responseHeaders(requestId(this.#body, position), this.#head.organization, more);
  }

  #tell(call: MockCall): void {
    this.#mock.options.onCall?.(call);
  }

  #unlessAborted<Value>(waiting: Promise<Value>): Promise<Value> {
    return unlessAborted(this.#http.signal, waiting);
  }

  #json(body: object, headers: Record<string, string>, status = 200): Response {
    return new Response(JSON.stringify(body), {
      status,
      headers: { "content-type": "application/json", ...headers },
    });
  }

  #stream(message: AnswerMessage, headers: Record<string, string>, failure: Failure | undefined): Response {
    return new Response(eventStream(messageEvents(message, failure), this.#http.signal), {
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-cache",
        ...headers,
      },
    });
  }
}

/** What a reply says went wrong. At status 200 the error comes in the middle of a stream (MR-70). */
function failureOf(reply: Reply, requestId: string, streamed: boolean): Failure | undefined {
  const { status = 200 } = reply;
  const given = typeof reply.error === "string" ? { message: reply.error } : reply.error;
  if (status < 400 && !given) return undefined;
  const error = apiError(status < 400 ? 500 : status, given);
  return { requestId, error: status < 400 && streamed ? { ...error, status: 200 } : error };
}
