/** Where the prefix cache is kept: in memory for a test, in a file when it has to outlive a process (D-27). */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Ttl } from "../wire.ts";

/** A prefix the server has kept. */
export interface CacheEntry {
  digest: string;
  /** The life it was written with. */
  ttl: Ttl;
  /** Milliseconds since the epoch; the entry lives before, not at, this time. */
  expires: number;
}

/** Where entries are kept. */
export interface PrefixCacheStore {
  /** The entries by digest; some may have expired. */
  read(): ReadonlyMap<string, CacheEntry>;
  /** Adds entries or prolongs them, and may forget what has expired at `now`. */
  write(entries: readonly CacheEntry[], now: number): void;
}

/** A cache that lives and dies with its process. */
export function memoryCache(): PrefixCacheStore {
  const entries = new Map<string, CacheEntry>();
  return {
    read: () => entries,
    write: (fresh, now) => {
      merge(entries, fresh);
      forgetExpired(entries, now);
    },
  };
}

/**
 * A cache in a file, as the real one outlives every client. The file is 0600, a folder made for it 0700. Two
 * processes may share it: each merges what it knows into what it finds and replaces the file in one rename; should
 * a rename overtake another, its entries return with their writer's next save. A damaged file is a cold cache.
 */
export function fileCache(path: string): PrefixCacheStore {
  const known = new Map<string, CacheEntry>();
  return {
    read: () => merge(known, load(path)),
    write: (fresh, now) => {
      merge(merge(known, load(path)), fresh);
      forgetExpired(known, now);
      save(path, known);
    },
  };
}

/** Of two entries with one digest the longer-lived stays: a prefix can only be prolonged. */
function merge(entries: Map<string, CacheEntry>, more: Iterable<CacheEntry>): Map<string, CacheEntry> {
  for (const entry of more) {
    if (entry.expires > (entries.get(entry.digest)?.expires ?? 0)) entries.set(entry.digest, entry);
  }
  return entries;
}

function forgetExpired(entries: Map<string, CacheEntry>, now: number): void {
  for (const [digest, entry] of entries) if (entry.expires <= now) entries.delete(digest);
}

function load(path: string): CacheEntry[] {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(found) && found.every(isEntry) ? found : [];
  } catch {
    return [];
  }
}

/** A cache that cannot be written is a cold one to the next process: it changes the price, never the answer (C-1.8). */
function save(path: string, entries: Map<string, CacheEntry>): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify([...entries.values()]), { mode: 0o600 });
    renameSync(draft, path);
  } catch {
    if (existsSync(draft)) rmSync(draft);
  }
}

function isEntry(value: unknown): value is CacheEntry {
  if (typeof value !== "object" || value === null) return false;
  const { digest, ttl, expires } = value as Record<string, unknown>;
  return typeof digest === "string" && (ttl === "5m" || ttl === "1h") && Number.isFinite(expires);
}
