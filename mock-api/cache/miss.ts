/** Why a request read less of the cache than the request most like it had left there: the mock's own words. */
import { blocksOf } from "../prompt/prompt.ts";
import type { MessagesRequest } from "../wire.ts";
import type { Breakpoint, Living } from "./breakpoints.ts";
import { commonBlocks, type Digests, type Fingerprint, firstDifference, type Part } from "./fingerprints.ts";

/**
 * Why something was not read. `no breakpoint`: nothing asks for caching. `too short`: every breakpoint is below the
 * model's minimum (MR-80). `cold`: nothing is remembered to compare with. `expired`: the prefix is the same, its life
 * is over (MR-81). `out of lookback`: it lives, but no breakpoint looks that far (MR-79). `model` (or speed), `tools`,
 * `system`, `settings` (also: an image or citations came or went), `message`: the first difference (MR-87).
 */
export type CacheMiss =
  | { why: "no breakpoint" | "too short" | "cold" | "expired" | "out of lookback" }
  | { why: "model" | "tools" | "system" | "settings" }
  /** The place of the first block that differs, in the messages as the model is shown them. */
  | { why: "message"; message: number; block: number };

/** What the reason is found from. */
export interface Search {
  shown: MessagesRequest;
  now: Digests;
  marked: readonly Breakpoint[];
  /** Tokens that were read. */
  read: number;
  /** The remembered requests of the same organization and workspace, oldest first. */
  earlier: readonly Fingerprint[];
  living: Living;
}

const PARTS: readonly Part[] = ["model", "tools", "system", "settings", "presence"];

/** The reason; undefined when all was read that could be hoped for. */
export function missOf({ shown, now, marked, read, earlier, living }: Search): CacheMiss | undefined {
  if (marked.length === 0) return { why: "no breakpoint" };
  if (!marked.some(({ counts }) => counts)) return { why: "too short" };
  const like = mostLike(earlier, now);
  if (!like) return { why: "cold" };
  const { cached } = like;
  if (!cached || cached.tokens <= read) return undefined;
  // What differs behind the cached prefix did not lose it.
  const counted = { tools: 2, system: 3, messages: PARTS.length }[cached.tier];
  const found = firstDifference(like, now, PARTS.slice(0, counted));
  if (found?.part === "messages") {
    if (found.block <= cached.block) return { why: "message", ...placeOf(shown, found.block) };
  } else if (found && found.part !== "beyond") {
    return { why: found.part === "presence" || found.part === "other" ? "settings" : found.part };
  }
  return { why: living(cached) ? "out of lookback" : "expired" };
}

/** The request that a new one has most in common with, the latest of several. */
function mostLike(earlier: readonly Fingerprint[], now: Digests): Fingerprint | undefined {
  let best: Fingerprint | undefined;
  let most = -1;
  for (const each of earlier) {
    const common = inCommon(each, now);
    if (common >= most) [best, most] = [each, common];
  }
  return best;
}

function inCommon(before: Fingerprint, now: Digests): number {
  const part = PARTS.findIndex((each) => before[each] !== now[each]);
  return part < 0 ? PARTS.length + commonBlocks(before, now) : part;
}

/** Where a block of the messages stands, or would stand. */
function placeOf({ messages }: MessagesRequest, block: number): { message: number; block: number } {
  let left = block;
  for (const [message, { content }] of messages.entries()) {
    const { length } = blocksOf(content);
    if (left < length) return { message, block: left };
    left -= length;
  }
  return { message: messages.length, block: left };
}
