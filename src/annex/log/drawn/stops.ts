/** A log's tree with the places in it that one can go to: its prompts, where its turns ended, its compactions. */
import { blocksOf, type ChainEntry, isPrompt } from "../../../log/entry.ts";
import type { Node } from "../../../log/tree.ts";
import { isRecord } from "../../../wire.ts";
import { isSent, type OpenedLog, openedLog } from "../doctor/opened-log.ts";
import { parentOf } from "../doctor/rings.ts";
import { beginning } from "../one-line.ts";
import { rowsOf } from "./lanes.ts";
import { sayCount, shortId } from "./say-entry.ts";
import { begins, turnsEnds } from "./turns.ts";

/** A place to go to. */
export interface Stop {
  readonly uuid: string;
  /** The conversation goes on from before a prompt, or behind the last entry of a turn. */
  readonly goes: "before" | "behind";
  /** What was said there, in one line. */
  readonly said: string;
  /** Does the model see it now? */
  readonly isSent: boolean;
  /** What is drawn to the left of it. */
  readonly lane: string;
  /** Does the session stand here? */
  readonly isHere: boolean;
}

/** Whose log it is, where its session stands, and how much of what was said is worth showing. */
export interface StopsAsked {
  readonly sessionId: string;
  readonly cursor: string | null;
  readonly columns: number;
}

/** All places of a log, each below the one that it comes after, branch by branch. Law: tree-goes */
export function stopsOf(bytes: Uint8Array, { sessionId, cursor, columns }: StopsAsked): Stop[] {
  const opened = openedLog(bytes, sessionId);
  const ends = turnsEnds(opened);
  const first = opened.tree.nodes.find(({ entry }) => isPrompt(entry));
  const saying = { columns, forked: first ? forked(first.entry) : "", first };
  const stops = new Map<Node, Place>();
  for (const node of opened.tree.nodes) {
    const place = stopAt(opened, node, ends, saying);
    if (place) stops.set(node, place);
  }
  const here = hereOf(opened, cursor, stops);
  const joints = new Map<number, string>();
  const rows = rowsOf(opened, (node) => parentOf(opened.tree, node) ?? beforeCompaction(opened, node));
  return rows.flatMap(({ node, lane }) => {
    const stop = stops.get(node);
    // Where a branch begins with what is no place to go to, its first place is drawn as its beginning.
    if (lane.endsWith("├─")) joints.set(lane.length, lane);
    if (!stop) return [];
    const joint = joints.get(lane.length);
    joints.delete(lane.length);
    return [{ ...stop, lane: joint ?? lane, isHere: node === here }];
  });
}

interface Saying {
  readonly columns: number;
  /** What is said at the first prompt of a session that is a branch of another. */
  readonly forked: string;
  readonly first: Node | undefined;
}

type Place = Pick<Stop, "uuid" | "goes" | "said" | "isSent">;

function stopAt(
  opened: OpenedLog,
  node: Node,
  ends: ReadonlySet<Node>,
  { columns, forked, first }: Saying,
): Place | undefined {
  const { entry } = node;
  const seen = { isSent: isSent(opened, node) };
  if (entry["subtype"] === "compact_boundary") {
    const { uuid } = endBelow(opened, node).entry;
    return { uuid, goes: "behind", said: compacted(entry), isSent: opened.onPath.has(node) };
  }
  const said = wordsOf(entry, columns);
  if (isPrompt(entry)) {
    const origin = node === first ? forked : "";
    return { uuid: entry.uuid, goes: "before", said: `> ${origin}${said}`, ...seen };
  }
  const cutOff = "(a turn that was cut off)";
  if (!ends.has(node)) return undefined;
  return { uuid: entry.uuid, goes: "behind", said: said === "" ? cutOff : said, ...seen };
}

/** What was said last before a compaction, whose boundary hangs on nothing: for a person the way leads on from there. */
function beforeCompaction({ tree }: OpenedLog, { entry }: Node): Node | undefined {
  return entry["subtype"] === "compact_boundary"
    ? tree.byUuid.get(String(entry["logicalParentUuid"]))
    : undefined;
}

/** What a compaction leaves behind its boundary: the summary, and what came back with it. */
function endBelow({ tree }: OpenedLog, boundary: Node): Node {
  let end = boundary;
  for (let next: Node | undefined = boundary; next; ) {
    end = next;
    const children: readonly Node[] = tree.children.get(end.entry.uuid) ?? [];
    next = children.find(
      ({ entry, order }) => !begins(entry) && entry.type !== "assistant" && order > end.order,
    );
  }
  return end;
}

/** The place that the session stands at or behind. */
function hereOf(
  { tree }: OpenedLog,
  cursor: string | null,
  stops: ReadonlyMap<Node, Place>,
): Node | undefined {
  const passed = new Set<Node>();
  let node = tree.byUuid.get(cursor ?? "");
  while (node && !stops.has(node) && !passed.has(node)) {
    passed.add(node);
    node = parentOf(tree, node);
  }
  return node;
}

function wordsOf(entry: ChainEntry, columns: number): string {
  const said = blocksOf(entry).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return beginning(said.join(" "), columns);
}

function compacted({ compactMetadata }: ChainEntry): string {
  const { preTokens, postTokens } = isRecord(compactMetadata) ? compactMetadata : {};
  // Nothing was counted where no answer had come since the compaction before.
  if (!preTokens) return "compacted";
  return `compacted: ${sayCount(preTokens)} → ${sayCount(postTokens)} tokens`;
}

function forked({ forkedFrom }: ChainEntry): string {
  const from = isRecord(forkedFrom) ? forkedFrom["sessionId"] : undefined;
  return typeof from === "string" ? `(branched off ${shortId(from)}) ` : "";
}
