/** The responses of one exchange but for its answer, and the telling of all of them (MR-12, MR-15). */

import type { MockCall } from "../options.ts";
import type { Refusal } from "../rules/table.ts";
import { type ApiError, errorEnvelope } from "./errors.ts";
import type { Head } from "./head.ts";
import { requestId } from "./ids.ts";
import { errorHeaders, responseHeaders } from "./response-headers.ts";
import { jsonResponse } from "./whole-bodies.ts";

/** What a response says of its exchange, as far as it is known by then. */
export interface Exchanged {
  head: Head;
  /** What the id of the exchange is made of. */
  key: string;
  /** The headers of the limits, where the request is one that they are for (MR-13). */
  limits: () => Record<string, string>;
}

/** Makes responses and tells of them. */
export class Responder {
  readonly tell: (call: MockCall) => void;
  readonly #about: Readonly<Exchanged>;

  /** `about` may change as the request is read. */
  constructor(about: Readonly<Exchanged>, tell: (call: MockCall) => void) {
    this.#about = about;
    this.tell = tell;
  }

  /** The response to a request that breaks a rule; undefined for one that could not be read. */
  refuse(refused: ApiError | Refusal, request?: unknown): Response {
    const { status: _status, edge: _edge, ...refusal } = refused;
    return this.error(refused, request, this.#about.limits(), refusal);
  }

  error(
    error: ApiError,
    request: unknown,
    more: Record<string, string>,
    refusal?: MockCall["refusal"],
  ): Response {
    const { status, type, message } = error;
    this.tell({ request, status, ...(refusal ? { refusal } : { error: { type, message } }) });
    const headers = this.headers(0, { ...errorHeaders(error), ...more });
    return this.json(errorEnvelope(error, requestId(this.#about.key, 0)), headers, status);
  }

  headers(position: number, more: Record<string, string> = {}): Record<string, string> {
    return responseHeaders(requestId(this.#about.key, position), this.#about.head, more);
  }

  json(body: object, headers: Record<string, string>, status = 200): Response {
    return jsonResponse(JSON.stringify(body), status, headers);
  }
}
