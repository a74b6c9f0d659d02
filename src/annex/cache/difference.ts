/** Where two requests first differ, in the order in which the API reads them (C-1.9, MR-87). */
import { SUMMARY } from "../../commands/compact.ts";
import { memoryReminder } from "../../context/memory.ts";
import { type MessagesRequest, spelled } from "../../wire.ts";
import { isSame, markersIn, type RowBlock, rowOf, TIERS } from "./row.ts";
import { changedSetting } from "./settings.ts";

/** A difference: what kind of change it is, and where. */
export interface Difference {
  readonly kind: "model" | "settings" | "tools" | "system" | "memory" | "message" | "compaction" | "rewind";
  /** As a path into the request: `tools[2] (Read)`, `system[1]`, `messages[4].content[0]`, `thinking`. */
  readonly place: string;
}

/**
 * The first difference within what a request had marked; undefined where the next one only goes on behind it. What stands
 * behind its last marker was never kept, so a change there loses nothing. Law: change-carded
 */
export function firstDifference(before: MessagesRequest, now: MessagesRequest): Difference | undefined {
  if (before.model !== now.model) return { kind: "model", place: "model" };
  const row = rowOf(before);
  const kept = row.slice(0, (markersIn(row).at(-1) ?? -1) + 1);
  const next = rowOf(now);
  const at = kept.findIndex((block, index) => !next[index] || !isSame(block, next[index]));
  const [old, found, last] = [kept[at], next[at], kept.at(-1)];
  // A block that is one too many in an earlier part stands where the next part begins.
  const changed = TIERS.find((tier) => old && (old.tier === tier || found?.tier === tier));
  for (const tier of TIERS.slice(0, last ? TIERS.indexOf(last.tier) + 1 : 0)) {
    const setting = changedSetting(tier, before, now);
    if (setting !== undefined) return { kind: "settings", place: setting };
    if (old && changed === tier) return inTier(old, found, before, now);
  }
  return undefined;
}

function inTier(
  old: RowBlock,
  found: RowBlock | undefined,
  before: MessagesRequest,
  now: MessagesRequest,
): Difference {
  if (old.tier === "tools" || found?.tier === "tools") return inTools(old, found, before);
  if (old.tier === "system" || found?.tier === "system") {
    const { at } = old.tier === "system" ? old : (found ?? old);
    return { kind: "system", place: `system[${at}]` };
  }
  const { at, block } = old;
  const place = `messages[${at}].content[${block}]`;
  return { kind: kindInMessages(old, found, before, now), place };
}

function inTools(old: RowBlock, found: RowBlock | undefined, before: MessagesRequest): Difference {
  const name = ({ content }: RowBlock) => spelled(content["name"]);
  const changed = old.tier === "tools" ? old : found;
  const at = changed?.at ?? before.tools.length;
  const isMoved = old.tier === "tools" && found?.tier === "tools" && name(old) !== name(found);
  const names = isMoved ? `${name(found)}, before: ${name(old)}` : name(changed ?? old);
  return { kind: "tools", place: `tools[${at}] (${names})` };
}

/** How the opening words of the reminder with the memory files read. */
const [MEMORY = ""] = String(memoryReminder([{ path: "", scope: "user", content: "" }])[0]?.["text"]).split(
  "\n\n",
);

/** How a summary begins that stands in the place of what was said before: ours, and the real client's (O-17). */
const SUMMARIES = [SUMMARY, "This session is being continued from a previous conversation"];

/**
 * A summary where something else was said: compacted. Cut off before its end and gone on with otherwise: rewound. Anything
 * else: changed in place.
 */
function kindInMessages(
  old: RowBlock,
  found: RowBlock | undefined,
  before: MessagesRequest,
  now: MessagesRequest,
): Difference["kind"] {
  const [was, is] = [old, found].map((block) => spelled(block?.content["text"] ?? ""));
  if (old.at === 0 && [was, is].some((text) => text?.startsWith(MEMORY))) return "memory";
  if (SUMMARIES.some((words) => is?.startsWith(words))) return "compaction";
  const isCut = old.at >= now.messages.length - 1 && before.messages.length > old.at + 1;
  return isCut ? "rewind" : "message";
}
