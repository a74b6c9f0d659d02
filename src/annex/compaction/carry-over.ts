/**
 * What comes back behind a summary (C-5.2e, C-6.5): the task list, the skills that were invoked, and files, where the
 * settings want them. System prompt and memory are read anew anyway; what a path brings in waits until it is read again.
 */
import type { Attachment, Hooks } from "../../hooks.ts";
import type { ChainEntry } from "../../log/entry.ts";
import { nodesOn, type Path, recordsOn } from "../../log/path.ts";
import type { Session } from "../../session.ts";
import { isRecord } from "../../wire.ts";
import { invokedSkills } from "../skills/invoked.ts";
import type { Skill } from "../skills/skill.ts";
import { carriedTasks } from "../tasks/carried.ts";
import { filesAgain } from "./files-again.ts";
import { skillsAgain } from "./skills-again.ts";

/** Which files are shown again after a compaction (D-20): none, or those that were read or written last. */
export const RESTORED_FILES = ["none", "recent"] as const;

/** One of them. */
export type RestoredFiles = (typeof RESTORED_FILES)[number];

/** Whose session it is, and what it may bring back. */
export interface CarryHost {
  readonly session: () => Session;
  /** The skills as their files are now. */
  readonly skills: () => readonly Skill[];
  readonly restoreFiles: RestoredFiles;
}

const NOTHING = { attachments: [] };

/**
 * Leaves it when a conversation begins again. All of it is read from the log, so where a process was killed before it was
 * written the next one writes what is missing. Law: carried-over
 */
export function carryingOver(host: CarryHost): Hooks {
  return async (moment) => {
    if (moment.event !== "SessionStart" || !BEHIND_A_SUMMARY.includes(moment.source)) return NOTHING;
    const way = host.session().log.way();
    const boundary = boundaryOf(way);
    if (!boundary || (moment.source === "resume" && isGoneOn(way, boundary.order))) return NOTHING;
    const { uuid, logicalParentUuid } = boundary.entry;
    if (typeof logicalParentUuid !== "string") return NOTHING;
    const before = host.session().log.way(logicalParentUuid);
    // What was brought back before a process was killed is no part of what stood there anyway.
    const isBrought = (item: Path["items"][number]) =>
      item.kind === "entry" && boundaryIn(item.node.entry) === uuid;
    const kept = { ...way, items: way.items.filter((item) => !isBrought(item)) };
    const again = (await brought(host, before, kept)).map((each) => ({ ...each, boundary: uuid }));
    const there = new Set(recordsOn(way, "attachment").map(keyOf));
    return { attachments: again.filter((each) => !there.has(keyOf(each))) };
  };
}

const BEHIND_A_SUMMARY: readonly string[] = ["compact", "resume"];

async function brought(host: CarryHost, before: Path, kept: Path): Promise<Attachment[]> {
  const { log, options, emit } = host.session();
  const standing = new Set(invokedSkills(log.told(kept)).map(({ name }) => name));
  const invoked = invokedSkills(log.told(before)).filter(({ name }) => !standing.has(name));
  const { attachments, left } = skillsAgain(invoked, host.skills());
  for (const text of left) emit({ type: "notice", text });
  const files =
    host.restoreFiles === "recent"
      ? await filesAgain(recordsOn(before, "toolUseResult"), recordsOn(kept, "toolUseResult"), options)
      : [];
  return [...carriedTasks(recordsOn(before, "toolUseResult")), ...attachments, ...files];
}

/** The boundary that a path begins with. */
function boundaryOf({ items: [first] }: Path) {
  return first?.kind === "entry" && first.node.entry["subtype"] === "compact_boundary"
    ? first.node
    : undefined;
}

/** Was anything said behind the summary? */
function isGoneOn(way: Path, boundary: number): boolean {
  return nodesOn(way).some(({ entry: { type, isCompactSummary }, order }) => {
    if (order <= boundary) return false;
    return type !== "attachment" && isCompactSummary !== true;
  });
}

function boundaryIn({ attachment }: ChainEntry): unknown {
  return isRecord(attachment) ? attachment["boundary"] : undefined;
}

function keyOf({ type, name, filename, boundary }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([type, name, filename, boundary]);
}
