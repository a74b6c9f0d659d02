/** Why the first request of a session that is taken up reads less from the cache than it might (D-14, D-27). */
import type { Line } from "../../log/entry.ts";
import type { Digests } from "../../request/digest.ts";
import { modelFacts } from "../../request/models.ts";

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

/** The first part that differs, and what it costs, for a person; undefined when the cache can be read. */
export function whyCacheIsLost(before: Line | undefined, now: Digests): string | undefined {
  const changed = before && PARTS.find((part) => before[part] !== now[part]);
  const leavesOut = changed === "model" || modelFacts(now.model).isBound;
  return changed && REASONS[changed] + (leavesOut ? LEFT_OUT : "");
}
