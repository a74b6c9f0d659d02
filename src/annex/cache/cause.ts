/** Why a request read less from the cache than the one before had left there: its cause card (D-38). */
import { isThinking, isToolResult, type Message, type MessagesRequest } from "../../wire.ts";
import { costOf, UNITS_A_DOLLAR } from "../log/usage/prices.ts";
import { type Tokens, tokensOf } from "../log/usage/tokens.ts";
import { type Difference, firstDifference } from "./difference.ts";
import { type Exchange, keptTokens } from "./exchange.ts";
import { isInReach, lifeAsked, markersIn, rowOf } from "./row.ts";

/**
 * The kinds of causes. `cold`: nothing had been kept yet. `expired`: the time to live was over. `too short`: below what the
 * model caches at all. `no marker`: nothing asked for it. `out of reach`: kept, but no marker looked that far back.
 * `thinking`: the API itself left out earlier thinking. `unknown`: nothing that is known explains it. The others are
 * changes of the request.
 */
export type CauseKind =
  | Difference["kind"]
  | "cold"
  | "expired"
  | "too short"
  | "no marker"
  | "out of reach"
  | "thinking"
  | "unknown";

/** A cause card. */
export interface CauseCard {
  readonly kind: CauseKind;
  /** Where the request first differs from the one before, as a path into it; undefined where it does not. */
  readonly place?: string;
  /** Of an `expired` one: how long after the one before it was sent, in milliseconds. */
  readonly pause?: number;
  /** How many tokens were paid as new that had been kept, or could have been: at most so many. */
  readonly tokens: number;
  /** What they cost more than if they had been read, in dollars; null where the price is not known. */
  readonly cost_usd: number | null;
}

const LIFE = { "5m": 5 * 60_000, "1h": 60 * 60_000 };

/**
 * The card of a request; undefined where it has read all that the one before had left. `before` is the one answered last
 * in the same conversation. Law: change-carded, unchanged-uncarded
 */
export function causeOf(before: Exchange | undefined, now: Exchange): CauseCard | undefined {
  const { tokens } = now.call;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = tokens;
  const kept = before ? keptTokens(before) : 0;
  if (kept > 0) {
    const again = Math.min(kept, tokens.all_input_tokens) - read;
    return before && again > 0 ? cardOf(lossOf(before, now, read), again, now) : undefined;
  }
  if (read > 0) return undefined;
  if (written > 0) return cardOf({ kind: "cold" }, written, now);
  if (markersIn(rowOf(now.request())).length > 0) return cardOf({ kind: "too short" }, 0, now);
  const repeated = before ? Math.min(before.call.tokens.all_input_tokens, tokens.all_input_tokens) : 0;
  return cardOf({ kind: "no marker" }, repeated, now);
}

type Cause = Pick<CauseCard, "kind" | "place" | "pause">;

/** Why kept tokens were not read. */
function lossOf(before: Exchange, now: Exchange, read: number): Cause {
  const [old, next] = [before.request(), now.request()];
  // What another client's log does not hold is not compared with what was sent.
  const difference =
    before.basis === "estimated" && now.basis === "sent" ? undefined : firstDifference(old, next);
  const row = rowOf(old);
  const pause = (now.sentAt ?? Number.NaN) - (before.sentAt ?? Number.NaN);
  // With a difference something before it would have been read, had it still been there.
  if (pause >= LIFE[lifeAsked(row)] && (difference === undefined || read === 0))
    return { kind: "expired", pause, ...(difference && { place: difference.place }) };
  if (difference) return placed(difference, before.basis === "sent" && now.basis === "sent");
  const thought = leftOutThinking(next);
  if (thought !== undefined) return { kind: "thinking", place: thought };
  const nextRow = rowOf(next);
  if (markersIn(nextRow).length === 0) return { kind: "no marker" };
  return { kind: isInReach(nextRow, markersIn(row).at(-1) ?? 0) ? "unknown" : "out of reach" };
}

/** Where tools and system prompt differ is not told by digests. */
function placed(difference: Difference, isSent: boolean): Cause {
  const isKnown = isSent || (difference.kind !== "tools" && difference.kind !== "system");
  return isKnown ? difference : { kind: difference.kind };
}

/** Models that are shown the thinking of the turn that is under way and of none before it (MR-92). */
const FORGETS_THINKING = /^claude-(3|(sonnet|haiku)-4-5|(opus|sonnet)-4(-[01])?(-\d{8})?$)/;

/** The first thinking that the API itself leaves out, now that the user has said something new (MR-87). */
function leftOutThinking({ model, messages }: MessagesRequest): string | undefined {
  const last = messages.at(-1);
  if (!FORGETS_THINKING.test(model) || !last || last.content.every(isToolResult)) return undefined;
  const thinks = ({ role, content }: Message) => role === "assistant" && content.some(isThinking);
  const at = messages.findIndex(thinks);
  const block = messages[at]?.content.findIndex(isThinking);
  return at === -1 ? undefined : `messages[${at}].content[${block}]`;
}

/** With what it costs that so many tokens were not read. Law: card-cost-paid */
function cardOf(cause: Cause, tokens: number, { call }: Exchange): CauseCard {
  const [paid, spared] = [costOf(call), costOf({ ...call, tokens: withRead(call.tokens, tokens) })];
  const known = paid !== undefined && spared !== undefined;
  return { ...cause, tokens, cost_usd: known ? (paid - spared) / UNITS_A_DOLLAR : null };
}

/** The tokens, had so many more of them been read: first of those that were written, then of the fresh ones. */
function withRead(tokens: Tokens, more: number): Tokens {
  let left = more;
  const less = (count: number) => {
    const taken = Math.min(count, left);
    left -= taken;
    return count - taken;
  };
  const ephemeral_1h_input_tokens = less(tokens.ephemeral_1h_input_tokens);
  const ephemeral_5m_input_tokens = less(tokens.ephemeral_5m_input_tokens);
  return tokensOf({
    input_tokens: less(tokens.input_tokens),
    cache_creation: { ephemeral_1h_input_tokens, ephemeral_5m_input_tokens },
    cache_read_input_tokens: tokens.cache_read_input_tokens + more - left,
    output_tokens: tokens.output_tokens,
  });
}
