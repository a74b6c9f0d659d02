/** What the cache did for each request of a session, and why it did not do more. */
import { costOf, UNITS_A_DOLLAR } from "../log/usage/prices.ts";
import { NO_TOKENS, sum, type Tokens } from "../log/usage/tokens.ts";
import { type CauseCard, causeOf } from "./cause.ts";
import type { Basis, Exchange } from "./exchange.ts";
import type { Stream } from "./from-log.ts";
import { type ToldCard, tellCard } from "./words.ts";

/** One request: what of it was read, written and fresh, and its cause card where less was read than could have been. */
export interface RequestRow extends Tokens {
  /** Counted from 1 within its conversation. */
  readonly number: number;
  /** When its answer was logged, in ISO 8601; empty where that is not known. */
  readonly time: string;
  readonly model: string;
  /** What it cost, answer included, in dollars; null where its price is not known. */
  readonly cost_usd: number | null;
  readonly card?: CauseCard & ToldCard;
}

/** One conversation's requests. */
export interface ConversationReport {
  /** Null: the session's own. */
  readonly agent: string | null;
  /** How well the bodies are known that the cards are made from. */
  readonly basis: Basis;
  readonly requests: readonly RequestRow[];
}

/** All of a session. */
export interface CacheReport {
  readonly conversations: readonly ConversationReport[];
  readonly total: Tokens & {
    readonly requests: number;
    /** The sum of what is known. */
    readonly cost_usd: number;
    readonly requests_without_price: number;
    /** What the cards say was paid more than it would have cost to read it. */
    readonly paid_again_usd: number;
  };
}

/** The report on a log's conversations. Law: report-adds-up */
export function cacheReport(streams: readonly Stream[]): CacheReport {
  const conversations = streams.map(({ agentId, exchanges }) => ({
    agent: agentId ?? null,
    basis: exchanges.some(({ basis }) => basis === "estimated")
      ? ("estimated" as const)
      : ("rebuilt" as const),
    requests: rowsOf(exchanges),
  }));
  const rows = conversations.flatMap(({ requests }) => requests);
  const units = streams.flatMap(({ exchanges }) => exchanges.map(({ call }) => costOf(call)));
  return {
    conversations,
    total: {
      ...rows.reduce<Tokens>(sum, NO_TOKENS),
      requests: rows.length,
      cost_usd: units.reduce<number>((total, each) => total + (each ?? 0), 0) / UNITS_A_DOLLAR,
      requests_without_price: units.filter((each) => each === undefined).length,
      paid_again_usd: rows.reduce((total, { card }) => total + (card?.cost_usd ?? 0), 0),
    },
  };
}

/** A row for each exchange of one conversation; `before` is the one that came before the first of them. */
export function rowsOf(exchanges: readonly Exchange[], before?: Exchange): RequestRow[] {
  return exchanges.map((exchange, index) => {
    const { call } = exchange;
    const units = costOf(call);
    const card = causeOf(exchanges[index - 1] ?? before, exchange);
    return {
      ...call.tokens,
      number: index + 1,
      time: call.time,
      model: call.model,
      cost_usd: units === undefined ? null : units / UNITS_A_DOLLAR,
      ...(card && { card: { ...card, ...tellCard(card) } }),
    };
  });
}
