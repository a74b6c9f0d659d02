/**
 * The rules for leaf and path, D-7 and D-8, written down as they are stated and with no thought for speed: an oracle
 * for the reader in `src`, with which it shares no code.
 */
import type { Line } from "#src/index.ts";
import { SESSION } from "./log-lines.ts";

/** An entry of the main chain and its place in the file. */
interface Entry {
  readonly uuid: string;
  readonly parent: string | undefined;
  readonly at: number;
  readonly line: Line;
}

type Lines = readonly (Line | string)[];

const CHAIN = ["user", "assistant", "system", "attachment", "progress"];
const SPOKEN = ["compact_boundary", "local_command", "rewind"];

/** What the rule says of a leaf: whether an entry could be it, and which entry it has to stand for. */
export interface LeafRule {
  readonly childless: readonly string[];
  /** The entry that the leaf is, if one is named; else the one it stands for. Undefined: the rule is silent. */
  readonly winner: { readonly named: string } | { readonly standing: string } | undefined;
}

/** D-7, for a file of the session `SESSION`. */
export function leafByRule(lines: Lines): LeafRule {
  const all = entriesOf(lines);
  const ours = all.filter(isOurs(all));
  const childless = ours.filter(({ uuid }) => !ours.some(({ parent }) => parent === uuid));
  const winner = namedByLastPrompt(lines, ours, childless) ?? latestStanding(all, childless);
  return { childless: childless.map(({ uuid }) => uuid), winner };
}

/** The entry that an entry stands for: itself, or its nearest ancestor that is not inert. */
export function standingByRule(lines: Lines, uuid: string | undefined): string | undefined {
  return standing(entriesOf(lines), uuid)?.uuid;
}

/** D-8 and the walk: uuids from the root to the leaf, and `?name` where an entry of that name is missing. */
export function walkByRule(lines: Lines, leaf: string | undefined): string[] {
  const all = entriesOf(lines);
  const near = isOurs(all);
  const walked: string[] = [];
  let entry = all.find(({ uuid }) => uuid === leaf);
  while (entry && !walked.includes(entry.uuid)) {
    walked.unshift(entry.uuid);
    const { parent, at }: Entry = entry;
    if (parent === undefined) break;
    entry = all.find(({ uuid }) => uuid === parent);
    if (entry) continue;
    walked.unshift(`?${parent}`);
    entry = all.findLast((earlier) => earlier.at < at && near(earlier) && leadsOn(all, earlier, walked));
  }
  return walked;
}

/** Do an entry's parents lead to a root, or to one that is missing, without meeting what was walked, or a ring? */
function leadsOn(all: readonly Entry[], start: Entry, walked: readonly string[]): boolean {
  const way: string[] = [];
  let entry: Entry | undefined = start;
  while (entry) {
    if (walked.includes(entry.uuid) || way.includes(entry.uuid)) return false;
    way.push(entry.uuid);
    const { parent }: Entry = entry;
    entry = all.find(({ uuid }) => uuid === parent);
  }
  return true;
}

/** O-17: what one boundary keeps: its list, or all above the tail of its segment up to the head, if none is missing. */
export function keptByRule(lines: Lines, boundary: Line | string): string[] {
  const { preservedMessages, preservedSegment } = Object(Object(boundary).compactMetadata);
  if (preservedMessages) return preservedMessages.uuids;
  if (!preservedSegment) return [];
  const walk = walkByRule(lines, preservedSegment.tailUuid);
  const segment = walk.slice(walk.lastIndexOf(preservedSegment.headUuid));
  return segment[0] !== preservedSegment.headUuid || segment.some((each) => each.startsWith("?"))
    ? []
    : segment;
}

/** The main chain's entries in file order; a uuid that comes again is not a new entry. */
function entriesOf(lines: Lines): Entry[] {
  const entries: Entry[] = [];
  for (const [at, line] of lines.entries()) {
    if (typeof line === "string" || !CHAIN.includes(line.type) || line["isSidechain"] === true) continue;
    const uuid = String(line["uuid"]);
    if (entries.some((entry) => entry.uuid === uuid)) continue;
    entries.push({ uuid, parent: (line["parentUuid"] ?? undefined) as string | undefined, at, line });
  }
  return entries;
}

/** Lines of another session are left out, unless the file holds nothing else. */
function isOurs(all: readonly Entry[]): (entry: Entry) => boolean {
  const known = all.some(({ line }) => line["sessionId"] === SESSION);
  return ({ line }) => !known || line["sessionId"] === SESSION;
}

function namedByLastPrompt(
  lines: Lines,
  ours: readonly Entry[],
  childless: readonly Entry[],
): LeafRule["winner"] {
  const known = ours.some(({ line }) => line["sessionId"] === SESSION);
  const at = lines.findLastIndex(
    (line) =>
      typeof line === "object" &&
      line.type === "last-prompt" &&
      (!known || line["sessionId"] === undefined || line["sessionId"] === SESSION),
  );
  const line = lines[at];
  const named = typeof line === "object" ? String(line["leafUuid"]) : undefined;
  const spoken = ours.some((entry) => entry.at > at && ["user", "assistant"].includes(entry.line.type));
  if (named === undefined || spoken || !childless.some(({ uuid }) => uuid === named)) return undefined;
  return { named };
}

function latestStanding(all: readonly Entry[], childless: readonly Entry[]): LeafRule["winner"] {
  const stood = childless.flatMap(({ uuid }) => standing(all, uuid) ?? []);
  const latest = stood.sort((a, b) => a.at - b.at).at(-1);
  return latest && { standing: latest.uuid };
}

function standing(all: readonly Entry[], uuid: string | undefined): Entry | undefined {
  const passed: (string | undefined)[] = [];
  let entry = all.find((each) => each.uuid === uuid);
  while (entry && isInert(entry.line) && !passed.includes(entry.uuid)) {
    passed.push(entry.uuid);
    const { parent }: Entry = entry;
    entry = all.find((each) => each.uuid === parent);
  }
  return entry && !isInert(entry.line) ? entry : undefined;
}

function isInert({ type, subtype }: Line): boolean {
  if (type === "system") return !SPOKEN.includes(String(subtype));
  return type === "attachment" || type === "progress";
}
