/** The breakpoints of a request: what each of them finds, and what that makes of the bill (MR-79, MR-80, MR-84). */
import type { Prefix } from "../prompt/prefixes.ts";
import type { Ttl } from "../wire.ts";
import type { CacheEntry } from "./contents.ts";

/** The input tokens of one request by how they are billed; together they are all of its input (MR-83, MR-84). */
export interface CacheBill {
  read: number;
  created5m: number;
  created1h: number;
  fresh: number;
}

/** A prefix that is asked to be kept. */
export interface Breakpoint extends Prefix {
  ttl: Ttl;
  /** The longest living prefix within its reach. */
  found: Prefix | undefined;
  /** Below the model's minimum a breakpoint neither reads nor writes (MR-80). */
  counts: boolean;
}

/** The living entry of a prefix, if there is one. */
export type Living = (prefix: Pick<Prefix, "digest">) => CacheEntry | undefined;

/** MR-79: a breakpoint looks at this many positions, itself included. */
const LOOKBACK = 20;

/** The breakpoints of a row of prefixes, first to last. */
export function breakpointsOf(row: readonly Prefix[], living: Living, minimum: number): Breakpoint[] {
  return row.flatMap((prefix) => {
    if (!prefix.ttl) return [];
    const counts = prefix.tokens >= minimum;
    const found = counts ? lookBack(row, prefix, living) : undefined;
    return [{ ...prefix, ttl: prefix.ttl, counts, found }];
  });
}

function lookBack(row: readonly Prefix[], from: Prefix, living: Living): Prefix | undefined {
  for (let at = from.position; at >= 0; at -= 1) {
    const prefix = row[at];
    if (!prefix || from.step - prefix.step >= LOOKBACK) return undefined;
    if (living(prefix)) return prefix;
  }
  return undefined;
}

/**
 * MR-84: A is the hit, B the last 1h breakpoint after it (else A), C the last breakpoint; all of them counting ones.
 *
 * Law: usage-adds-up, written-at-breakpoints, longer-prefix-cheaper.
 */
export function billFor(total: number, breakpoints: readonly Breakpoint[], a: number): CacheBill {
  const b = Math.max(a, breakpoints.findLast(({ ttl }) => ttl === "1h")?.tokens ?? 0);
  const c = Math.max(b, breakpoints.at(-1)?.tokens ?? 0);
  return { read: a, created1h: b - a, created5m: c - b, fresh: total - c };
}
