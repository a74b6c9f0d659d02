/** What the cache holds, digests and times (D-27), and for how long. */
import type { Ttl } from "../wire.ts";
import type { Fingerprint } from "./fingerprints.ts";

/** A prefix the server has kept. */
export interface CacheEntry {
  digest: string;
  /** The life it was written with. */
  ttl: Ttl;
  /** Milliseconds since the epoch; the entry lives before, not at, this time. */
  expires: number;
}

/** All that is held. */
export interface CacheContents {
  /** Prefixes by digest; some may have expired. */
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** The latest requests that asked for caching or for diagnostics, oldest first. */
  readonly fingerprints: ReadonlyMap<string, Fingerprint>;
}

/** What one request adds. */
export interface CacheAddition {
  entries?: readonly CacheEntry[];
  fingerprint?: Fingerprint;
}

/** Requests are remembered for a day, and no more than this many: enough to say why something was not read. */
const MOST_FINGERPRINTS = 64;
const DAY = 24 * 60 * 60_000;

/** The contents of one store, growing. */
export class Contents implements CacheContents {
  readonly entries = new Map<string, CacheEntry>();
  #fingerprints: ReadonlyMap<string, Fingerprint> = new Map();

  get fingerprints(): ReadonlyMap<string, Fingerprint> {
    return this.#fingerprints;
  }

  /** Of two entries with one digest the longer-lived stays: a prefix can only be prolonged. */
  add(entries: Iterable<CacheEntry>, fingerprints: Iterable<Fingerprint>): void {
    for (const entry of entries) {
      if (entry.expires > (this.entries.get(entry.digest)?.expires ?? 0))
        this.entries.set(entry.digest, entry);
    }
    const all = new Map(this.#fingerprints);
    for (const each of fingerprints) {
      const key = `${each.scope} ${each.id}`;
      if (each.at >= (all.get(key)?.at ?? 0)) all.set(key, each);
    }
    const sorted = [...all].sort(([, one], [, other]) => one.at - other.at);
    this.#fingerprints = new Map(sorted.slice(-MOST_FINGERPRINTS));
  }

  /** Forgets what is over. */
  forget(now: number): void {
    for (const [digest, entry] of this.entries) if (entry.expires <= now) this.entries.delete(digest);
    const fresh = [...this.#fingerprints].filter(([, { at }]) => at + DAY > now);
    if (fresh.length < this.#fingerprints.size) this.#fingerprints = new Map(fresh);
  }
}
