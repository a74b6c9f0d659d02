/** What the API tells of a request that asks how it differs from an earlier one (MR-87d). */
import type { Prefix } from "../prompt/prefixes.ts";
import type { Diagnostics } from "../wire.ts";
import {
  type Difference,
  type Digests,
  type Fingerprint,
  firstDifference,
  type Part,
} from "./fingerprints.ts";

/** How long a request can be compared with, in milliseconds from its start. */
const MEMORY = 60 * 60_000;

const PARTS: readonly Part[] = ["model", "tools", "system", "settings", "other"];

/** What is compared, and when. */
export interface Comparison {
  /** The `diagnostics` field of the request. */
  asked: unknown;
  now: Digests;
  row: readonly Prefix[];
  /** The remembered requests of the same organization and workspace. */
  earlier: readonly Fingerprint[];
  start: number;
}

/**
 * The `diagnostics` of the answer: null when nothing was asked, or nothing differs but that messages were added. The
 * comparison is of what was sent, whether or not the cache was hit. The missed tokens are those between the first
 * difference and the last breakpoint of the earlier request: what would have been read.
 */
export function diagnosticsOf({ asked, now, row, earlier, start }: Comparison): Diagnostics | null {
  const id = previousId(asked);
  if (id === null) return null;
  const before = earlier.findLast((each) => each.diagnosable && each.id === id && each.at + MEMORY > start);
  if (!before) return { cache_miss_reason: { type: "previous_message_not_found" } };
  const found = firstDifference(before, now, PARTS);
  if (!found) return null;
  const common = row[placeInRow(found, row) - 1]?.tokens ?? 0;
  const cache_missed_input_tokens = Math.max(0, (before.cached?.tokens ?? 0) - common);
  switch (found.part) {
    case "model":
    case "tools":
    case "system":
    case "messages":
      return { cache_miss_reason: { type: `${found.part}_changed`, cache_missed_input_tokens } };
    default:
      return { cache_miss_reason: { type: "unavailable" } };
  }
}

function previousId(asked: unknown): string | null {
  if (typeof asked !== "object" || asked === null || !("previous_message_id" in asked)) return null;
  return typeof asked.previous_message_id === "string" ? asked.previous_message_id : null;
}

/** The first block of the row that may differ. */
function placeInRow(found: Difference, row: readonly Prefix[]): number {
  if (found.part === "messages") return firstOfMessages(row) + found.block;
  if (found.part === "system") return row.findIndex(({ tier }) => tier !== "tools");
  return 0;
}

function firstOfMessages(row: readonly Prefix[]): number {
  const first = row.findIndex(({ tier }) => tier === "messages");
  return first < 0 ? row.length : first;
}
