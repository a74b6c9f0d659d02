/** One exchange with the mock Messages API, from request to response. It keeps no conversation (C-1.2), unless one is held as a thread (MR-104). */
import { answerTo, eagerTools } from "./answer/answer.ts";
import { errorOf, plainResponse, streamResponse, toldOf } from "./answer/respond.ts";
import { visitCache } from "./cache/cache.ts";
import { ConnectionReset, hidesAnswer, replacesAnswer } from "./faults.ts";
import { type Iterated, iterate } from "./features/iterate.ts";
import { tokensCounted } from "./features/prepare.ts";
import type { Ask } from "./features/rounds.ts";
import type { ThreadStore, Turn } from "./features/threads.ts";
import { pause, unlessAborted } from "./http/abort.ts";
import { readBody } from "./http/body.ts";
import { apiError } from "./http/errors.ts";
import { headOf } from "./http/head.ts";
import { idsOf, requestId } from "./http/ids.ts";
import type { Limiter } from "./http/limits.ts";
import { type Exchanged, Responder } from "./http/responder.ts";
import { routeOf } from "./http/route.ts";
import type { AskModel } from "./models/asking.ts";
import type { Mishap, Taken } from "./models/scripted.ts";
import type { MockOptions } from "./options.ts";
import { Call, type RuleSettings } from "./rules/call.ts";
import { firstRefusal } from "./rules/table.ts";

/** What one mock has for all its exchanges. */
export interface Mock {
  options: MockOptions & Required<Pick<MockOptions, "cache" | "now">>;
  rules: RuleSettings;
  ask: AskModel;
  nextFault: () => Mishap | undefined;
  limiter: Limiter;
  threads: ThreadStore;
}

type Headers = Record<string, string>;

/** MR-82: a request for no tokens fills the cache, and the model is not asked. */
const PREWARMED: Taken = { position: 0, reply: {}, giveBack: () => {} };

/** One request on its way to its response. */
export class Exchange {
  readonly #mock: Mock;
  readonly #http: Request;
  /** When the request began, by the cache's clock (MR-81). */
  readonly #start: number;
  readonly #about: Exchanged;
  readonly responder: Responder;

  constructor(mock: Mock, http: Request) {
    this.#mock = mock;
    this.#http = http;
    this.#start = mock.options.now();
    this.#about = { head: headOf(http.headers, "messages"), key: http.url, limits: () => ({}) };
    this.responder = new Responder(this.#about, (call) => mock.options.onCall?.(call));
  }

  /** The order of the stages: address, body, headers and rules, limits, faults on demand, answer. */
  async respond(): Promise<Response> {
    this.#http.signal.throwIfAborted();
    const { responder } = this;
    const route = routeOf(this.#http);
    if (route === undefined) return responder.refuse({ ...apiError(404), rule: "MR-1" });
    if (route === "hello") return new Response(null, { status: 200, headers: responder.headers(0) });
    const head = headOf(this.#http.headers, route);
    this.#about.head = head;
    if (route === "messages") this.#about.limits = () => this.#mock.limiter.state(head.organization);
    const body = await readBody(this.#http);
    if (body.key !== undefined) this.#about.key = body.key;
    if ("refused" in body) return responder.refuse(body.refused);
    const turn = this.#mock.threads.open(body.value, head, this.#start);
    const call = new Call(turn.request, head, this.#mock.rules, turn.continued);
    const refused = firstRefusal(call);
    if (refused) return responder.refuse(refused, body.value);
    turn.begin();
    const accepted = route === "messages" ? this.#accepted(call, turn) : this.#counted(call);
    return accepted.finally(turn.end);
  }

  /** MR-99. */
  async #counted(call: Call): Promise<Response> {
    const { headers, refused } = this.#mock.limiter.takeCount(call.head.organization);
    if (refused) return this.responder.error(refused, call.request, headers);
    return this.responder.json(tokensCounted(call), this.responder.headers(0, headers));
  }

  async #accepted(call: Call, turn: Turn): Promise<Response> {
    const { prepared, request } = call;
    const { limiter, options } = this.#mock;
    const visitOf = (shown: typeof request) => visitCache(call, shown, options.cache, this.#start);
    const visit = visitOf(prepared.shown);
    const { headers, refused } = limiter.take(call.head.organization, call.tokens - visit.bill.read);
    if (refused) return this.responder.error(refused, request, headers);
    const [streamed, fault] = [request.stream === true, this.#mock.nextFault()];
    if (fault && replacesAnswer(fault, streamed)) return this.#mishap(fault, request, headers);
    const ask: Ask = (shown) => {
      const taken = shown.max_tokens === 0 ? PREWARMED : this.#mock.ask(shown);
      return { taken, visit: shown === prepared.shown ? visit : visitOf(shown) };
    };
    const iterated = await this.#unlessAborted(iterate(call, prepared, ask));
    const reply = { ...iterated.reply, ...fault };
    if (fault && hidesAnswer(fault)) for (const { taken } of iterated.rounds) taken.giveBack();
    if (replacesAnswer(reply, streamed)) return this.#mishap(reply, request, headers);
    await this.#wait(reply);
    const told = { ...iterated.prepared.told, diagnostics: visit.diagnostics };
    const answering = { ...iterated, reply, prepared: { ...iterated.prepared, told } };
    return this.#answered(call, turn, answering, headers);
  }

  /** The response has begun, and what follows from that: the cache is filled, the tokens are spent. */
  #answered(call: Call, turn: Turn, iterated: Iterated, headers: Headers): Response {
    const { options, limiter } = this.#mock;
    const { rounds, reply, call: served, prepared } = iterated;
    const { position } = rounds[0].taken;
    const { bill, cause } = (rounds.at(-1) ?? rounds[0]).visit;
    const ids = idsOf(call, position);
    // MR-81: only a response that begins makes its prefixes readable, so of two alike at once both miss.
    for (const { visit } of rounds) visit.keep(ids.message, options.now());
    const answer = answerTo(served, prepared, reply, ids, bill);
    if (served === call && !hidesAnswer(reply)) turn.keep(answer.message, options.now());
    limiter.spend(call.head.organization, answer.message.usage.output_tokens);
    const { usage } = answer.message;
    this.responder.tell({ request: call.request, status: 200, ...toldOf(reply), usage, cause });
    return (call.request.stream ? streamResponse : plainResponse)(answer, reply, {
      delivery: { ...options.delivery, ...reply.delivery },
      isEager: eagerTools(call),
      headers: this.responder.headers(position, { ...headers, ...reply.headers }),
      requestId: requestId(this.#about.key, position),
      signal: this.#http.signal,
      sleep: options.sleep,
    });
  }

  /** What comes in place of an answer: an error, or no response at all. */
  async #mishap(mishap: Mishap, request: unknown, headers: Headers): Promise<Response> {
    await this.#wait(mishap);
    if ((mishap.status ?? 200) >= 400 || mishap.error !== undefined) {
      return this.responder.error(errorOf(mishap), request, { ...headers, ...mishap.headers });
    }
    this.responder.tell({ request, status: 0, ...toldOf(mishap) });
    if (mishap.fault === "reset") throw new ConnectionReset("the request");
    return this.#unlessAborted(new Promise<never>(() => {}));
  }

  async #wait({ delay_ms }: Mishap): Promise<void> {
    if (delay_ms) await pause(delay_ms, this.#http.signal, this.#mock.options.sleep);
  }

  #unlessAborted<Value>(waiting: Promise<Value>): Promise<Value> {
    return unlessAborted(this.#http.signal, waiting);
  }
}
