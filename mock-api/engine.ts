/** The mock Messages API as one function from request to response. */
import { memoryCache } from "./cache/stores.ts";
import { Exchange, type Mock } from "./exchange.ts";
import { faultsOf } from "./faults.ts";
import { ThreadStore } from "./features/threads.ts";
import { limiterOf } from "./http/limits.ts";
import { askModel } from "./models/asking.ts";
import type { MockOptions } from "./options.ts";
import { checkOptions } from "./options-check.ts";
import { ruleSettings } from "./rules/table.ts";

/** The API without a network. */
export interface MockApi {
  /**
   * Answers one HTTP request. Every failure the API knows is a response; the promise rejects only with the reason of
   * an aborted request, with what a model function throws, or with a `ConnectionReset` where a fault asks for one.
   */
  handle(request: Request): Promise<Response>;
  /** The same as a `fetch` to hand to a client. */
  fetch: typeof globalThis.fetch;
}

/**
 * Makes a mock of `POST /v1/messages` and `/v1/messages/count_tokens`.
 *
 * @throws Error with one sentence when an option cannot be: one that does not exist, a list whose replies are wrong, a
 * plan of faults that is wrong, a rule that there is not.
 */
export function createMockApi(options: MockOptions): MockApi {
  checkOptions(options);
  const now = options.now ?? (() => Date.now());
  const mock: Mock = {
    options: { cache: memoryCache(), now, ...options },
    rules: ruleSettings(options),
    ask: askModel(options.model),
    nextFault: faultsOf(options.faults),
    limiter: limiterOf(options.limits, now),
    threads: new ThreadStore(),
  };
  const handle = (http: Request): Promise<Response> => new Exchange(mock, http).respond();
  return { handle, fetch: (input, init) => handle(new Request(input, init)) };
}
