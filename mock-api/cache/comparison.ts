/** A request beside those that came before it: what the API tells of that, and what is kept for the next one. */
import type { Prefix } from "../prompt/prefixes.ts";
import type { Call } from "../rules/call.ts";
import type { Diagnostics, MessagesRequest } from "../wire.ts";
import type { Breakpoint, Living } from "./breakpoints.ts";
import { diagnosticsOf } from "./diagnostics.ts";
import { type CachedPrefix, digestsOf, type Fingerprint, keptDigests } from "./fingerprints.ts";
import { type CacheMiss, missOf } from "./miss.ts";

/** What is known of a request when it is compared. */
export interface Compared {
  call: Call;
  shown: MessagesRequest;
  row: readonly Prefix[];
  /** Whose it is: it is compared with nobody else's (MR-87c). */
  scope: string;
  marked: readonly Breakpoint[];
  living: Living;
  /** Milliseconds since the epoch. */
  start: number;
  /** Tokens that were read. */
  read: number;
  fingerprints: ReadonlyMap<string, Fingerprint>;
}

/** What comes of it. */
export interface Outcome {
  diagnostics: Diagnostics | null;
  miss: CacheMiss | undefined;
  /** All of the fingerprint but the id of the answer. */
  fingerprint: Omit<Fingerprint, "id">;
}

/** Compares a request with what is remembered. */
export function compare({
  call,
  shown,
  row,
  scope,
  marked,
  living,
  start,
  read,
  fingerprints,
}: Compared): Outcome {
  const asked = shown["diagnostics"];
  const now = digestsOf(shown, call, row);
  const earlier = [...fingerprints.values()].filter((each) => each.scope === scope);
  const pending = asked && call.isOn("MR-87d/pending");
  return {
    diagnostics: pending ? { cache_miss_reason: null } : diagnosticsOf({ asked, now, row, earlier, start }),
    miss: missOf({ shown, now, marked, read, earlier, living }),
    fingerprint: {
      ...keptDigests(now),
      scope,
      at: start,
      diagnosable: !!asked,
      cached: cachedBy(marked, row),
    },
  };
}

function cachedBy(marked: readonly Breakpoint[], row: readonly Prefix[]): CachedPrefix | null {
  const last = marked.findLast(({ counts }) => counts);
  if (!last) return null;
  const { digest, tokens, tier, position } = last;
  return { digest, tokens, tier, block: position - row.findIndex((prefix) => prefix.tier === "messages") };
}
