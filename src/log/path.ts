/**
 * The one path that becomes the conversation (C-3.13): from the leaf up to the root, plus what a single walk cannot
 * meet: the other branches of a parallel batch, and the messages that a compaction preserved.
 */
import { fieldsOf, isRecord } from "../wire.ts";
import { withBatches } from "./batch.ts";
import type { ChainEntry } from "./entry.ts";
import { Gaps } from "./gaps.ts";
import { listIn, type Node, type Tree } from "./tree.ts";

/** A stop on the path: an entry, or the mark of entries that are missing before it. */
export type PathItem =
  | { readonly kind: "entry"; readonly node: Node; readonly joined: boolean }
  | { readonly kind: "gap"; readonly missing: string };

/** The path from the root to the leaf; where the parents lead round in a ring, it begins after the entry passed twice. */
export interface Path {
  /** In the order of the conversation. `joined` entries hang beside the walk, not on it. */
  readonly items: readonly PathItem[];
  /** Preserved messages that a compaction names and the log does not hold. */
  readonly unresolved: readonly string[];
}

/**
 * Walks from `leaf` to the root. Each entry is on the path at most once, whatever the links say; linear in the number
 * of entries, and no recursion, so a chain of any length is walked. Law: walk-total, active-path
 */
export function pathTo(tree: Tree, leaf: Node | undefined): Path {
  const { items, unresolved } = walkTo(tree, leaf);
  return { items: withBatches(tree, items), unresolved };
}

/** The path without its parallel batches. */
export function walkTo(tree: Tree, leaf: Node | undefined): { items: PathItem[]; unresolved: string[] } {
  return withPreserved(tree, walkUp(tree, leaf));
}

function walkUp(tree: Tree, leaf: Node | undefined): PathItem[] {
  const upward: PathItem[] = [];
  const passed = new Set<Node>();
  let gaps: Gaps | undefined;
  let node = leaf;
  while (node) {
    passed.add(node);
    upward.push({ kind: "entry", node, joined: false });
    const parent: string | null | undefined = node.entry.parentUuid;
    if (!parent) break;
    let next: Node | undefined = tree.byUuid.get(parent);
    if (!next) {
      upward.push({ kind: "gap", missing: parent });
      gaps ??= new Gaps(tree);
      next = gaps.before(node);
    } else if (passed.has(next)) {
      break;
    }
    node = next;
  }
  return upward.reverse();
}

/**
 * Puts the messages that a compaction preserved behind the entry that it names as their anchor (O-17). Those that the
 * log does not hold are left out and reported, as are all whose anchor is not on the path; what stood before the
 * boundary is never loaded instead. Law: kept-told, boundary-cut
 */
function withPreserved(tree: Tree, items: PathItem[]): { items: PathItem[]; unresolved: string[] } {
  const onPath = new Set(items.map((item) => (item.kind === "entry" ? item.node.entry.uuid : "")));
  const kept = new Map<string, Node[]>();
  const unresolved: string[] = [];
  const seen = new Set<string>();
  for (const item of items) {
    if (item.kind !== "entry" || item.node.entry["subtype"] !== "compact_boundary") continue;
    const { anchor, listed, head, tail } = keptBy(item.node.entry);
    const { uuids, lost } = listed ? { uuids: listed, lost: [] } : segmentUuids(tree, head, tail, seen);
    const behind = onPath.has(anchor) ? listIn(kept, anchor) : undefined;
    for (const uuid of lost) unresolved.push(uuid);
    for (const uuid of uuids) {
      const node = tree.byUuid.get(uuid);
      if (onPath.has(uuid)) continue;
      if (!node || !behind) unresolved.push(uuid);
      else behind.push(node);
      if (behind) onPath.add(uuid);
    }
  }
  if (kept.size === 0) return { items, unresolved };
  const placed = items.flatMap((item) => {
    const nodes = item.kind === "entry" ? (kept.get(item.node.entry.uuid) ?? []) : [];
    return [item, ...nodes.map((node): PathItem => ({ kind: "entry", node, joined: false }))];
  });
  return { items: placed, unresolved };
}

/** What a compaction boundary names as kept: a list or, where there is none, the ends of a segment; and behind which entry. */
export function keptBy({ compactMetadata }: ChainEntry) {
  const { preservedMessages, preservedSegment } = fieldsOf(compactMetadata);
  const { anchorUuid: ofSegment, headUuid: head, tailUuid: tail } = fieldsOf(preservedSegment);
  const { anchorUuid: anchor = ofSegment, uuids } = fieldsOf(preservedMessages);
  const listed = Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === "string") : undefined;
  return { anchor: typeof anchor === "string" ? anchor : "", listed, head, tail };
}

/** The entries of a path that a compaction keeps behind its summary: other words than once stand before them (O-17). */
export function keptBehind(path: Path): ReadonlySet<string> {
  const boundaries = nodesOn(path).filter(({ entry }) => entry["subtype"] === "compact_boundary");
  const kept = boundaries.map(({ entry }) => ({ ...keptBy(entry), boundary: entry.uuid }));
  return new Set(kept.flatMap(({ anchor, boundary, listed = [] }) => (anchor === boundary ? [] : listed)));
}

/**
 * The entries from `head` down to `tail`, found by walking up from the tail; none where the two do not meet. No two
 * boundaries walk over the same entry, or many of them would cost the square of a log's length.
 */
function segmentUuids(tree: Tree, head: unknown, tail: unknown, seen: Set<string>) {
  const uuids: string[] = [];
  let uuid: unknown = tail;
  while (typeof uuid === "string" && tree.byUuid.has(uuid) && !seen.has(uuid)) {
    seen.add(uuid);
    uuids.push(uuid);
    if (uuid === head) return { uuids: uuids.reverse(), lost: [] };
    uuid = tree.byUuid.get(uuid)?.entry.parentUuid;
  }
  const barred = typeof uuid === "string" && seen.has(uuid);
  const lost = barred ? [...uuids, head, tail] : [uuids.length === 0 ? tail : head];
  return { uuids: [], lost: lost.filter((each) => typeof each === "string") };
}

/** What the entries of a path hold in a field beside their message: `toolUseResult` of a tool, `attachment` of a hook. */
export function recordsOn(path: Path, field: string): readonly Readonly<Record<string, unknown>>[] {
  return nodesOn(path).flatMap(({ entry: { [field]: record } }) => (isRecord(record) ? [record] : []));
}

/** The entries of a path in their places, without the marks between them. */
export function nodesOn({ items }: Path): Node[] {
  return items.flatMap((item) => (item.kind === "entry" ? [item.node] : []));
}
