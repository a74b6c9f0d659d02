/**
 * The prefix cache (C-1.7 to C-1.14): which part of a request was read before, which is kept now, and what that
 * costs. It holds digests and times, never content (D-27), and has no say in the answer (C-1.8).
 */
import { traitsOf } from "../catalog/traits.ts";
import { type Prefix, prefixesOf } from "../prompt/prefixes.ts";
import type { MessagesRequest, Ttl } from "../wire.ts";
import type { CacheEntry, PrefixCacheStore } from "./stores.ts";

/** The input tokens of one request by how they are billed; together they are all of its input (MR-83, MR-84). */
export interface CacheBill {
  read: number;
  created5m: number;
  created1h: number;
  fresh: number;
}

/** Why a request was billed as it was. */
export interface CacheCause {
  read: number;
  created: number;
  fresh: number;
  breakpoints: {
    /** Index of the marked block in the row: tools, system, messages. */
    position: number;
    /** Tokens of the prefix up to and including that block. */
    tokens: number;
    ttl: Ttl;
    /** Whether the look back from here, on its own, meets a living entry. */
    hit: boolean;
  }[];
}

/** The outcome of a look-up, before the response begins. */
export interface CacheVisit {
  bill: CacheBill;
  cause: CacheCause;
  /** What the store has to keep once the response has begun (MR-81). */
  kept: CacheEntry[];
}

interface Breakpoint extends Prefix {
  ttl: Ttl;
  /** The longest living prefix within its reach. */
  found: Prefix | undefined;
  /** Below the model's minimum a breakpoint neither reads nor writes (MR-80). */
  counts: boolean;
}

/** MR-79: a breakpoint looks at this many positions, itself included. */
const LOOKBACK = 20;
const LIFE: Record<Ttl, number> = { "5m": 5 * 60_000, "1h": 60 * 60_000 };

/**
 * Looks a request up at the time it starts, in milliseconds. Nothing is written yet: see `kept`.
 *
 * Law: cold-cache, cache-reference.
 */
export function visitCache(request: MessagesRequest, store: PrefixCacheStore, start: number): CacheVisit {
  const entries = store.read();
  const living = ({ digest }: Prefix): CacheEntry | undefined => {
    const entry = entries.get(digest);
    return entry && entry.expires > start ? entry : undefined;
  };
  const row = prefixesOf(request);
  const marked = breakpointsOf(row, living, traitsOf(request.model).cacheMinimum);
  const counting = marked.filter(({ counts }) => counts);
  // MR-79: the last breakpoint looks first, and an earlier one only when it finds nothing.
  const hit = counting.findLast(({ found }) => found)?.found;
  const bill = billFor(row.at(-1)?.tokens ?? 0, counting, hit?.tokens ?? 0);
  return { bill, cause: causeOf(bill, marked), kept: keptEntries(counting, hit, living, start) };
}

function breakpointsOf(
  row: readonly Prefix[],
  living: (prefix: Prefix) => CacheEntry | undefined,
  minimum: number,
): Breakpoint[] {
  return row.flatMap((prefix) => {
    if (!prefix.ttl) return [];
    const counts = prefix.tokens >= minimum;
    const found = counts ? lookBack(row, prefix, living) : undefined;
    return [{ ...prefix, ttl: prefix.ttl, counts, found }];
  });
}

function lookBack(
  row: readonly Prefix[],
  from: Prefix,
  living: (prefix: Prefix) => CacheEntry | undefined,
): Prefix | undefined {
  for (let at = from.position; at >= 0; at -= 1) {
    const prefix = row[at];
    if (!prefix || from.step - prefix.step >= LOOKBACK) return undefined;
    if (living(prefix)) return prefix;
  }
  return undefined;
}

/** MR-84: A is the hit, B the last 1h breakpoint after it (else A), C the last breakpoint. Law: usage-adds-up. */
function billFor(total: number, breakpoints: readonly Breakpoint[], a: number): CacheBill {
  const b = Math.max(a, breakpoints.findLast(({ ttl }) => ttl === "1h")?.tokens ?? 0);
  const c = Math.max(b, breakpoints.at(-1)?.tokens ?? 0);
  return { read: a, created1h: b - a, created5m: c - b, fresh: total - c };
}

function causeOf(bill: CacheBill, breakpoints: readonly Breakpoint[]): CacheCause {
  return {
    read: bill.read,
    created: bill.created5m + bill.created1h,
    fresh: bill.fresh,
    breakpoints: breakpoints.map(({ position, tokens, ttl, found }) => ({
      position,
      tokens,
      ttl,
      hit: found !== undefined,
    })),
  };
}

/**
 * What lives on after the request: a read prolongs an entry by its own life, whatever the marker asks now; a
 * breakpoint without a living entry makes one. Both lives count from the start of the request (MR-81).
 */
function keptEntries(
  breakpoints: readonly Breakpoint[],
  hit: Prefix | undefined,
  living: (prefix: Prefix) => CacheEntry | undefined,
  start: number,
): CacheEntry[] {
  const read = hit && living(hit);
  const marked = breakpoints.map(
    (each) => living(each) ?? { digest: each.digest, ttl: each.ttl, expires: 0 },
  );
  return [...(read ? [read] : []), ...marked].map((entry) => ({
    ...entry,
    expires: Math.max(entry.expires, start + LIFE[entry.ttl]),
  }));
}
