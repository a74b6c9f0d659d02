/**
 * The one path that becomes the conversation (C-3.13): from the leaf up to the root, plus what a single walk cannot
 * meet: the other branches of a parallel batch, and the messages that a compaction preserved.
 */

import { isRecord, isToolResult, isToolUse } from "../wire.ts";
import { blocksOf, type ChainEntry, isInert, responseId } from "./entry.ts";
import { isOwn, type Node, type Tree } from "./tree.ts";

/** A stop on the path: an entry, or the mark of entries that are missing before it. */
export type PathItem =
  | { readonly kind: "entry"; readonly node: Node; readonly joined: boolean }
  | { readonly kind: "gap"; readonly missing: string };

/** The path from the root to the leaf. */
export interface Path {
  /** In the order of the conversation. `joined` entries hang beside the walk, not on it. */
  readonly items: readonly PathItem[];
  /** The entry at which a walk came back to itself; the path begins after it. */
  readonly cycle: Node | undefined;
  /** Preserved messages that a compaction names and the log does not hold. */
  readonly unresolved: readonly string[];
}

/**
 * Walks from `leaf` to the root. Each entry is on the path at most once, whatever the links say; linear in the number
 * of entries, and no recursion, so a chain of any length is walked. Law: walk-total, active-path
 */
export function pathTo(tree: Tree, leaf: Node | undefined): Path {
  const walk = walkUp(tree, leaf);
  const preserved = withPreserved(tree, walk.items);
  return {
    items: withBatches(tree, preserved.items),
    cycle: walk.cycle,
    unresolved: preserved.unresolved,
  };
}

interface Walk {
  readonly items: PathItem[];
  readonly cycle: Node | undefined;
}

function walkUp(tree: Tree, leaf: Node | undefined): Walk {
  const upward: PathItem[] = [];
  const seen = new Set<Node>();
  const skip: number[] = [];
  let node = leaf;
  while (node) {
    seen.add(node);
    upward.push({ kind: "entry", node, joined: false });
    const parent: string | null | undefined = node.entry.parentUuid;
    if (!parent) break;
    let next: Node | undefined = tree.byUuid.get(parent);
    if (!next) {
      upward.push({ kind: "gap", missing: parent });
      next = latestBefore(tree, node, seen, skip);
    } else if (seen.has(next)) {
      return { items: upward.reverse(), cycle: next };
    }
    node = next;
  }
  return { items: upward.reverse(), cycle: undefined };
}

/**
 * Where a walk goes on when a parent is nowhere (D-8): at this session's entry before, in the order of the file.
 * `skip` remembers where a search has ended, so that many gaps in one log do not cost the square of its length.
 */
function latestBefore(tree: Tree, node: Node, seen: ReadonlySet<Node>, skip: number[]): Node | undefined {
  const isOpen = (earlier: Node | undefined) => earlier && !seen.has(earlier) && isOwn(tree, earlier);
  let order = node.order - 1;
  while (order >= 0 && !isOpen(tree.nodes[order])) order = skip[order] ?? order - 1;
  for (let passed = node.order - 1; passed > order; ) {
    const next = skip[passed] ?? passed - 1;
    skip[passed] = order;
    passed = next;
  }
  return tree.nodes[order];
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
  for (const item of items) {
    if (item.kind !== "entry" || item.node.entry["subtype"] !== "compact_boundary") continue;
    const { anchor, uuids, lost } = preservedBy(tree, item.node.entry);
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

/** What a boundary says is preserved, behind which entry; `lost` names an end of a segment that cannot be followed. */
function preservedBy(
  tree: Tree,
  boundary: ChainEntry,
): { anchor: string; uuids: readonly string[]; lost: readonly string[] } {
  const metadata = isRecord(boundary["compactMetadata"]) ? boundary["compactMetadata"] : {};
  const messages = isRecord(metadata["preservedMessages"]) ? metadata["preservedMessages"] : {};
  const segment = isRecord(metadata["preservedSegment"]) ? metadata["preservedSegment"] : {};
  const named = messages["anchorUuid"] ?? segment["anchorUuid"];
  const anchor = typeof named === "string" ? named : "";
  const listed = messages["uuids"];
  if (!Array.isArray(listed))
    return { anchor, ...segmentUuids(tree, segment["headUuid"], segment["tailUuid"]) };
  return { anchor, uuids: listed.filter((uuid) => typeof uuid === "string"), lost: [] };
}

/** The entries from `head` down to `tail`, found by walking up from the tail; none where the two do not meet. */
function segmentUuids(tree: Tree, head: unknown, tail: unknown): { uuids: string[]; lost: string[] } {
  const uuids = new Set<string>();
  let uuid: unknown = tail;
  while (typeof uuid === "string" && tree.byUuid.has(uuid) && !uuids.has(uuid)) {
    uuids.add(uuid);
    if (uuid === head) return { uuids: [...uuids].reverse(), lost: [] };
    uuid = tree.byUuid.get(uuid)?.entry.parentUuid;
  }
  const lost = uuids.size === 0 ? tail : head;
  return { uuids: [], lost: typeof lost === "string" ? [lost] : [] };
}

/**
 * Adds the rest of each parallel batch on the path (O-4): the other blocks of the same response, the results of its
 * calls, and the remarks that hang on those. Each goes right behind the entry that it hangs on. Law: block-complete
 */
function withBatches(tree: Tree, items: PathItem[]): PathItem[] {
  const taken = new Set<Node>();
  for (const item of items) if (item.kind === "entry") taken.add(item.node);
  const strays = resultsBeside(tree, taken);
  const all: PathItem[] = [];
  let response: string | undefined;
  for (const item of items) {
    all.push(item);
    if (item.kind !== "entry") continue;
    response = responseOf(item.node.entry, response);
    if (response === undefined) continue;
    for (const node of batchBelow(tree, item.node, response, taken, strays)) {
      all.push({ kind: "entry", node, joined: true });
    }
  }
  return all;
}

/** The response whose batch an entry on the path is part of; undefined once the user has spoken again. */
function responseOf(entry: ChainEntry, current: string | undefined): string | undefined {
  if (entry.type === "assistant") return responseId(entry);
  return isInert(entry) || blocksOf(entry).some(isToolResult) ? current : undefined;
}

function batchBelow(
  tree: Tree,
  start: Node,
  response: string,
  taken: Set<Node>,
  strays: ReadonlyMap<string, readonly Node[]>,
): Node[] {
  const open: Node[] = [start];
  for (const node of open) {
    const own = blocksOf(node.entry)
      .filter(isToolUse)
      .flatMap((call) => strays.get(call.id) ?? []);
    const below = tree.children.get(node.entry.uuid) ?? [];
    for (const candidate of [...below, ...own]) {
      if (taken.has(candidate) || !continuesBatch(node.entry, candidate.entry, response)) continue;
      taken.add(candidate);
      open.push(candidate);
    }
  }
  return open.slice(1);
}

/** Does `below` belong to the batch, rather than begin another branch? */
function continuesBatch(above: ChainEntry, below: ChainEntry, response: string): boolean {
  if (below.type === "assistant") return responseId(below) === response;
  const blocks = blocksOf(below);
  if (isInert(below) || blocks.some(isToolResult)) return true;
  return below["isMeta"] === true && above.type !== "assistant";
}

/**
 * The results that the walk did not meet and that hang elsewhere than on their call, by the call they answer. One that
 * hangs on a call is met below it; if that call is on another branch, the result is that branch's too. Law: branch-apart
 */
function resultsBeside(tree: Tree, onPath: ReadonlySet<Node>): Map<string, Node[]> {
  const results = new Map<string, Node[]>();
  for (const node of tree.nodes) {
    if (onPath.has(node) || node.entry.type !== "user") continue;
    const above = tree.byUuid.get(node.entry.parentUuid ?? "")?.entry;
    const calls = above
      ? blocksOf(above)
          .filter(isToolUse)
          .map(({ id }) => id)
      : [];
    for (const { tool_use_id } of blocksOf(node.entry).filter(isToolResult)) {
      if (!calls.includes(tool_use_id)) listIn(results, tool_use_id).push(node);
    }
  }
  return results;
}

function listIn(lists: Map<string, Node[]>, key: string): Node[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
