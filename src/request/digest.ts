/**
 * What a request's stable parts were, kept as digests: a later process can tell which of them has changed, and so why
 * nothing was read from the cache, without the parts themselves being logged (D-14).
 */
import { createHash } from "node:crypto";
import { type ChainEntry, type Line, modelOf } from "../log/entry.ts";
import type { ReadLog } from "../log/read.ts";
import { isSameModel, modelFacts } from "./models.ts";
import type { StableParts } from "./stable.ts";

/** The type of the ledger line that remembers digests. */
export const DIGEST_LINE = "context-digest";

/** The ledger line that remembers what a process is about to send. */
export type Digests = ReturnType<typeof digestsOf>;

/**
 * The model's name, how it is asked to think, a digest of each stable part, and as `prefix` one of the three parts
 * together, to which thinking may be bound (MR-46). Tools that are deferred stand outside of the prefix (D-17).
 */
export function digestsOf({ settings, tools, system, memory }: StableParts) {
  const shown = tools.filter((tool) => !tool.defer_loading);
  const parts = { tools: sha256(shown), system: sha256(system), memory: sha256(memory) };
  const { model, thinking, effort } = settings;
  return { type: DIGEST_LINE, model, thinking, effort, ...parts, prefix: sha256(parts) };
}

/** The last such line of a log; undefined where it holds none. */
export function lastDigestLine(log: ReadLog): Line | undefined {
  return log.lines.findLast(({ line }) => line.type === DIGEST_LINE)?.line;
}

/**
 * Can the thinking of an entry go back to the model that is asked now? Only what it made itself; and where thinking is
 * bound to its prefix, only behind the same one (C-2.14, MR-94, D-14), which never comes again where `vanishing` reminders
 * stand in it (D-15). Law: bound-thinking, vanish-legal
 */
export function canSendBack(entry: ChainEntry, now: Digests, vanishing = false): boolean {
  if (!isSameModel(modelOf(entry) ?? now.model, now.model)) return false;
  return !modelFacts(now.model).isBound || (!vanishing && entry["thoughtBehind"] === now.prefix);
}

function sha256(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
