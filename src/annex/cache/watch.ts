/** Watches the requests of a live session, so that each turn can end with a word on what the cache did. */
import type { HarnessEvent } from "../../events.ts";
import type { MessagesRequest } from "../../wire.ts";
import { type Exchange, sentExchange } from "./exchange.ts";
import { type RequestRow, rowsOf } from "./report.ts";

/**
 * Hears the events of one session. `before` gives the exchange that stands last in its log, made by an earlier process;
 * it is asked for once, before the first request is answered.
 */
export class CacheWatch {
  #before: Exchange | undefined;
  #found: (() => Exchange | undefined) | undefined;
  #sent: { readonly request: MessagesRequest; readonly at: number } | undefined;
  #turn: Exchange[] = [];

  constructor(before?: () => Exchange | undefined) {
    this.#found = before;
  }

  /** Takes an event, `now` in milliseconds; at the end of a turn gives what came of its requests. */
  hear(event: HarnessEvent, now: number): readonly RequestRow[] {
    if (event.type === "request") {
      this.#before ??= this.#found?.();
      this.#found = undefined;
      this.#sent = { request: event.request, at: now };
    }
    if (event.type === "response" && this.#sent) {
      const exchange = sentExchange(this.#sent.request, event.response, this.#sent.at);
      if (exchange) this.#turn.push(exchange);
    }
    return event.type === "turn-end" ? this.#endTurn() : [];
  }

  #endTurn(): readonly RequestRow[] {
    const rows = rowsOf(this.#turn, this.#before);
    this.#before = this.#turn.at(-1) ?? this.#before;
    this.#turn = [];
    return rows;
  }
}
