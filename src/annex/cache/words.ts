/** Cause cards in plain sentences: what happened, what it cost, and what to do; and what a report says around them. */
import { dollars } from "../log/usage/prices.ts";
import type { CauseCard, CauseKind } from "./cause.ts";
import type { Basis } from "./exchange.ts";
import { ENGLISH } from "./words.en.ts";
import { JAPANESE } from "./words.ja.ts";

/** What is said of a kind of cause. */
export interface KindWords {
  /** What happened. `place` is where the request first differs from the one before; empty where that is not known. */
  readonly what: (place: string, pause: string) => string;
  /** What to do so that it does not happen again. */
  readonly todo: string;
}

/** All that is said in one language. Amounts of tokens and money come as they are to be read. */
export interface CacheWords {
  readonly kinds: Readonly<Record<CauseKind, KindWords>>;
  readonly pause: Readonly<Record<"minutes" | "hours" | "days", (count: number) => string>>;
  readonly costsNothing: string;
  /** `more`: how much more than reading them; undefined where their price is not known. */
  readonly cost: (tokens: string, more: string | undefined) => string;
  readonly amounts: (read: string, written: string, fresh: string) => string;
  /** What the line after a turn begins with. */
  readonly turn: string;
  /** Of a session without an answer. */
  readonly nothing: string;
  /** The table's columns. */
  readonly head: readonly string[];
  readonly agent: (name: string) => string;
  readonly bases: Readonly<Record<Basis, string>>;
  readonly total: (requests: number, amounts: string, cost: string) => string;
  readonly unpriced: (requests: number) => string;
  readonly paidAgain: (cost: string) => string;
  /** What a sentence ends with. */
  readonly end: string;
  readonly share: (share: string) => string;
}

/** The languages that there are words in. */
export const CACHE_WORDS = { en: ENGLISH, ja: JAPANESE } as const satisfies Record<string, CacheWords>;

/** A card in words. */
export interface ToldCard {
  readonly what: string;
  readonly cost: string;
  readonly todo: string;
}

/** Says what a card means. */
export function tellCard(card: CauseCard, words: CacheWords = ENGLISH): ToldCard {
  const { what, todo } = words.kinds[card.kind];
  return { what: what(card.place ?? "", pauseOf(card.pause ?? 0, words)), cost: costOf(card, words), todo };
}

function costOf({ tokens, cost_usd }: CauseCard, { costsNothing, cost }: CacheWords): string {
  if (tokens === 0) return costsNothing;
  return cost(tokens.toLocaleString("en-US"), cost_usd === null ? undefined : dollars(cost_usd));
}

function pauseOf(milliseconds: number, { pause }: CacheWords): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 120) return pause.minutes(minutes);
  return minutes < 2_880 ? pause.hours(Math.floor(minutes / 60)) : pause.days(Math.floor(minutes / 1_440));
}
