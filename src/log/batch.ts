/** The parallel batches of a path: what a walk to the root cannot meet, because it hangs beside it (O-4). */
import { isToolResult, isToolUse } from "../wire.ts";
import { blocksOf, type ChainEntry, isInert, responseId } from "./entry.ts";
import type { PathItem } from "./path.ts";
import { listIn, type Node, type Tree } from "./tree.ts";

/**
 * Adds the rest of each parallel batch on the path (O-4): the other blocks of the same response, the results of its
 * calls, and the remarks that hang on those. Each goes right behind the entry that it hangs on; a block that hangs on one
 * which the log has lost comes after the others, behind the mark of a gap (D-8). Law: block-complete, lost-block
 */
export function withBatches(tree: Tree, items: PathItem[]): PathItem[] {
  const taken = new Set<Node>();
  const lastOf = new Map<string, PathItem>();
  for (const item of items) {
    if (item.kind !== "entry") continue;
    taken.add(item.node);
    const id = responseId(item.node.entry);
    if (id !== undefined) lastOf.set(id, item);
  }
  const beside = besideIn(tree, taken);
  const all: PathItem[] = [];
  const join = (node: Node) => all.push({ kind: "entry", node, joined: true });
  let response: string | undefined;
  for (const item of items) {
    all.push(item);
    if (item.kind !== "entry") continue;
    response = responseOf(item.node.entry, response);
    if (response === undefined) continue;
    for (const node of batchBelow(beside, item.node, response)) join(node);
    for (const node of lastOf.get(response) === item ? drained(beside.cutOff, response) : []) {
      if (taken.has(node)) continue;
      all.push({ kind: "gap", missing: String(node.entry.parentUuid) });
      for (const each of [node, ...batchBelow(beside, node, response)]) join(each);
    }
  }
  return all;
}

/** The response whose batch an entry on the path is part of; undefined once the user has spoken again. */
function responseOf(entry: ChainEntry, current: string | undefined): string | undefined {
  if (entry.type === "assistant") return responseId(entry);
  return isInert(entry) || blocksOf(entry).some(isToolResult) ? current : undefined;
}

function batchBelow({ tree, taken, strays }: Beside, start: Node, response: string): Node[] {
  taken.add(start);
  const open: Node[] = [start];
  for (const node of open) {
    const own = callsIn(node).flatMap((id) => drained(strays, id));
    const below = tree.children.get(node.entry.uuid) ?? [];
    for (const candidate of [...below, ...own]) {
      if (taken.has(candidate) || !continuesBatch(node.entry, candidate.entry, response)) continue;
      taken.add(candidate);
      open.push(candidate);
    }
  }
  return open.slice(1);
}

type Beside = ReturnType<typeof besideIn>;

/** Does `below` belong to the batch, rather than begin another branch? */
function continuesBatch(above: ChainEntry, below: ChainEntry, response: string): boolean {
  if (below.type === "assistant") return responseId(below) === response;
  const blocks = blocksOf(below);
  if (isInert(below) || blocks.some(isToolResult)) return true;
  return below["isMeta"] === true && above.type !== "assistant";
}

/**
 * What is not met by walking up or down: as strays the results that hang elsewhere than on their call, by the call that they
 * answer; as cut off the blocks that hang on an entry which is nowhere, by their response. A result that hangs on a call is
 * met below it; if that call is on another branch, the result is that branch's too. Law: branch-apart
 */
function besideIn(tree: Tree, taken: Set<Node>) {
  const strays = new Map<string, Node[]>();
  const cutOff = new Map<string, Node[]>();
  const made = new Map<Node | undefined, ReadonlySet<string>>();
  for (const node of tree.nodes) {
    if (taken.has(node)) continue;
    const { entry } = node;
    const above = tree.byUuid.get(entry.parentUuid ?? "");
    const response = responseId(entry);
    if (response !== undefined && entry.parentUuid && !above) listIn(cutOff, response).push(node);
    const calls = made.get(above) ?? new Set(above && callsIn(above));
    made.set(above, calls);
    for (const { tool_use_id } of entry.type === "user" ? blocksOf(entry).filter(isToolResult) : [])
      if (!calls.has(tool_use_id)) listIn(strays, tool_use_id).push(node);
  }
  return { tree, taken, strays, cutOff };
}

/** The ids of the calls in an entry. */
function callsIn({ entry }: Node): string[] {
  return blocksOf(entry).flatMap((block) => (isToolUse(block) ? [block.id] : []));
}

/** What lies beside the path under a name. It is taken out: a second call of the same id has no results. */
function drained(beside: Map<string, Node[]>, name: string): Node[] {
  const found = beside.get(name) ?? [];
  beside.delete(name);
  return found;
}
