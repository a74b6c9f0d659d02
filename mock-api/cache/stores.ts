/** Where the prefix cache is kept: in memory for a test, in a file when it has to outlive a process (D-27). */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isObject } from "../wire.ts";
import { type CacheAddition, type CacheContents, type CacheEntry, Contents } from "./contents.ts";
import type { Fingerprint } from "./fingerprints.ts";
import { draftBeside, targetOf } from "./replaced-files.ts";

export type { CacheAddition, CacheContents, CacheEntry };

/** Where the contents of a cache are kept. What they look like is the mock's own affair. */
export interface PrefixCacheStore {
  /** The file; null where they are in memory. */
  readonly path: string | null;
  /** @internal */
  read(): CacheContents;
  /**
   * Adds entries or prolongs them, and may forget what is over at `now`, milliseconds since the epoch.
   *
   * @internal
   */
  write(addition: CacheAddition, now: number): void;
}

/** A cache that lives and dies with its process. */
export function memoryCache(): PrefixCacheStore {
  const contents = new Contents();
  return {
    path: null,
    read: () => contents,
    write: ({ entries = [], fingerprint }, now) => {
      contents.add(entries, fingerprint ? [fingerprint] : []);
      contents.forget(now);
    },
  };
}

/**
 * A cache in a file, as the real one outlives every client. The file is 0600, a folder made for it 0700. Two
 * processes may share it: each merges what it knows into what it finds and replaces the file in one rename; should
 * a rename overtake another, its entries return with their writer's next save. A damaged file is a cold cache. The file
 * is written anew as a whole with each request that the cache is used by, which is fine for what a session leaves in it.
 * Where the path is a symbolic link, what it leads to is replaced, and the link stays.
 */
export function fileCache(path: string): PrefixCacheStore {
  const known = new Contents();
  const refresh = (): void => {
    const { entries, fingerprints } = load(path);
    known.add(entries, fingerprints);
  };
  return {
    path,
    read: () => {
      refresh();
      return known;
    },
    write: ({ entries = [], fingerprint }, now) => {
      refresh();
      known.add(entries, fingerprint ? [fingerprint] : []);
      known.forget(now);
      save(path, known);
    },
  };
}

/** The form of the file. */
interface Saved {
  entries: CacheEntry[];
  fingerprints: Fingerprint[];
}

function load(path: string): Saved {
  try {
    const found: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isSaved(found)) return found;
  } catch {
    // Not there yet, or not readable: a cold cache.
  }
  return { entries: [], fingerprints: [] };
}

/** A cache that cannot be written is a cold one to the next process: it changes the price, never the answer (C-1.8). */
function save(path: string, { entries, fingerprints }: CacheContents): void {
  const target = targetOf(path);
  const draft = draftBeside(target);
  const saved: Saved = { entries: [...entries.values()], fingerprints: [...fingerprints.values()] };
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(draft, JSON.stringify(saved), { mode: 0o600, flag: "wx" });
    renameSync(draft, target);
  } catch {
    if (existsSync(draft)) rmSync(draft);
  }
}

function isSaved(value: unknown): value is Saved {
  if (!isObject(value)) return false;
  const { entries, fingerprints } = value;
  return isListOf(entries, isEntry) && isListOf(fingerprints, isFingerprint);
}

function isEntry({ digest, ttl, expires }: Record<string, unknown>): boolean {
  return typeof digest === "string" && (ttl === "5m" || ttl === "1h") && Number.isFinite(expires);
}

const DIGESTS = ["id", "scope", "model", "tools", "system", "settings", "presence", "other", "beyond"];

function isFingerprint(value: Record<string, unknown>): boolean {
  const { at, count, diagnosable, blocks, cached } = value;
  return (
    DIGESTS.every((field) => typeof value[field] === "string") &&
    [at, count].every(Number.isFinite) &&
    typeof diagnosable === "boolean" &&
    Array.isArray(blocks) &&
    blocks.every((each) => typeof each === "string") &&
    (cached === null || (isObject(cached) && isCachedPrefix(cached)))
  );
}

function isCachedPrefix({ digest, tier, tokens, block }: Record<string, unknown>): boolean {
  return typeof digest === "string" && typeof tier === "string" && [tokens, block].every(Number.isFinite);
}

function isListOf(value: unknown, isOne: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isOne(item));
}
