/**
 * What a request's stable parts were, kept as digests: a later process can tell which of them has changed, and so why
 * nothing was read from the cache, without the parts themselves being logged (D-14).
 */
import { createHash } from "node:crypto";
import { type ChainEntry, type Line, modelOf } from "../log/entry.ts";
import type { ReadLog } from "../log/read.ts";
import { isSameModel, modelFacts } from "./models.ts";
import type { StableParts } from "./stable.ts";

/**
 * Why nothing or little can be read from the cache when a part has changed, in the order in which the parts count: a
 * change costs itself and all after it (C-1.9, C-1.11).
 */
const REASONS = {
  model:
    "The model is not the one this session last used. Each model has a cache of its own, so nothing can be read: all of it is new.",
  tools:
    "The tool definitions have changed since this session last ran. They come first in every request, so nothing of it can be read from the cache.",
  system:
    "The system prompt has changed since this session last ran. It comes before the whole conversation, so none of it can be read from the cache: all of it is new.",
  memory:
    "A memory file (CLAUDE.md) has changed since this session last ran. It stands in the first message, so the conversation after it cannot be read from the cache; tools and system prompt can.",
} as const;

const LEFT_OUT = " The thinking from before was made for what it was then, so it is left out.";

const PARTS = Object.keys(REASONS) as (keyof typeof REASONS)[];

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

/** The first part that differs, and what it costs, for a person; undefined when the cache can be read. */
export function whyCacheIsLost(before: Line | undefined, now: Digests): string | undefined {
  const changed = before && PARTS.find((part) => before[part] !== now[part]);
  const leavesOut = changed === "model" || modelFacts(now.model).isBound;
  return changed && REASONS[changed] + (leavesOut ? LEFT_OUT : "");
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
