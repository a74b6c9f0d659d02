/**
 * The prefix cache (C-1.7 to C-1.14): which part of a request was read before, which is kept now, and what that
 * costs. It holds digests and times, never content (D-27), and has no say in the answer (C-1.8).
 */
import { traitsOf } from "../catalog/traits.ts";
import { type Prefix, prefixesOf } from "../prompt/prefixes.ts";
import { countedRow, tokensIn } from "../prompt/tokens.ts";
import type { Call } from "../rules/call.ts";
import type { Diagnostics, MessagesRequest, Ttl } from "../wire.ts";
import { type Breakpoint, billFor, breakpointsOf, type CacheBill, type Living } from "./breakpoints.ts";
import { compare } from "./comparison.ts";
import type { CacheMiss } from "./miss.ts";
import { scopeOf } from "./scope.ts";
import type { CacheContents, CacheEntry, PrefixCacheStore } from "./stores.ts";

export type { CacheBill };

/** Why a request was billed as it was. */
export interface CacheCause {
  /** Tokens by how they are billed. */
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
    /** No marker of the block asked for it (MR-86, MR-87b). */
    automatic?: true;
  }[];
  /** Why less was read than the request most like this one had left behind; absent where nothing was missed. */
  miss?: CacheMiss;
}

/** The outcome of a look-up, before the response begins. */
export interface CacheVisit {
  bill: CacheBill;
  cause: CacheCause;
  /** What the answer says of how the request differs from an earlier one (MR-87d). */
  diagnostics: Diagnostics | null;
  /**
   * Keeps what the request leaves behind, under the id of its answer. To be called when the response begins: no other
   * can read it before (MR-81). Law: begun-before-read.
   */
  keep(id: string, now: number): void;
}

const LIFE: Record<Ttl, number> = { "5m": 5 * 60_000, "1h": 60 * 60_000 };

/**
 * Looks up what the model is shown of a request that starts at a time, in milliseconds. Nothing is written yet. A
 * request without breakpoints that asks for no diagnostics leaves nothing behind, and nothing of it is hashed.
 *
 * Law: cold-cache, cache-reference.
 */
export function visitCache(
  call: Call,
  shown: MessagesRequest,
  store: PrefixCacheStore,
  start: number,
): CacheVisit {
  const blocks = shown === call.prepared.shown ? call.row : countedRow(shown);
  if (!shown["diagnostics"] && !blocks.some(({ ttl }) => ttl)) return uncached(tokensIn(blocks));
  const scope = scopeOf(call.head);
  const row = prefixesOf(shown, blocks, { scope, runsAreOneStep: !call.isOn("MR-79/older") });
  const contents = store.read();
  const living = livingIn(contents, start);
  const marked = breakpointsOf(row, living, traitsOf(shown.model).cacheMinimum);
  const counting = marked.filter(({ counts }) => counts);
  // MR-79: the last breakpoint looks first, and an earlier one only when it finds nothing.
  const hit = counting.findLast(({ found }) => found)?.found;
  const bill = billFor(row.at(-1)?.tokens ?? 0, counting, hit?.tokens ?? 0);
  const entries = keptEntries(counting, hit, living, start);
  const { diagnostics, miss, fingerprint } = compare({
    ...{ call, shown, row, scope, marked, living, start },
    read: bill.read,
    fingerprints: contents.fingerprints,
  });
  return {
    bill,
    cause: causeOf(bill, marked, miss),
    diagnostics,
    keep: (id, now) => store.write({ entries, fingerprint: { ...fingerprint, id } }, now),
  };
}

function uncached(fresh: number): CacheVisit {
  const bill = { read: 0, created5m: 0, created1h: 0, fresh };
  return { bill, cause: causeOf(bill, [], { why: "no breakpoint" }), diagnostics: null, keep: () => {} };
}

function livingIn({ entries }: CacheContents, start: number): Living {
  return ({ digest }) => {
    const entry = entries.get(digest);
    return entry && entry.expires > start ? entry : undefined;
  };
}

function causeOf(
  bill: CacheBill,
  breakpoints: readonly Breakpoint[],
  miss: CacheMiss | undefined,
): CacheCause {
  return {
    read: bill.read,
    created: bill.created5m + bill.created1h,
    fresh: bill.fresh,
    breakpoints: breakpoints.map(({ position, tokens, ttl, found, automatic }) => ({
      position,
      tokens,
      ttl,
      hit: found !== undefined,
      ...(automatic && { automatic }),
    })),
    ...(miss && { miss }),
  };
}

/**
 * What lives on after the request: a read prolongs an entry by its own life, whatever the marker asks now; a
 * breakpoint without a living entry makes one. Both lives count from the start of the request (MR-81).
 */
function keptEntries(
  breakpoints: readonly Breakpoint[],
  hit: Prefix | undefined,
  living: Living,
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
