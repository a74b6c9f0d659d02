/**
 * The log as a tree (C-3.13): which entry hangs on which, and at which leaf the conversation stands.
 */
import { type ChainEntry, isChainEntry, isInert, isMainChain, type Line } from "./entry.ts";
import type { ReadLine, ReadLog } from "./read.ts";

/** A main-chain entry in its place: `line` is its line in the file, `order` its position among the tree's nodes. */
export interface Node {
  readonly entry: ChainEntry;
  readonly line: number;
  readonly order: number;
}

/** All main-chain entries of one log, linked. Sidechains are not part of it. */
export interface Tree {
  /** In file order; the first line with a uuid is the entry, a later one with the same uuid is passed over. */
  readonly nodes: readonly Node[];
  readonly byUuid: ReadonlyMap<string, Node>;
  /** Who hangs on an entry, in file order. */
  readonly children: ReadonlyMap<string, readonly Node[]>;
  /** The session whose file this is; a file holds lines of another one only by accident. */
  readonly sessionId: string | undefined;
  /** The last `last-prompt` line that names a leaf (O-36). */
  readonly lastPrompt: ReadLine | undefined;
}

/**
 * Links the entries of a log. Linear in their number. `sessionId` is the session that the file is named after, where
 * that is known; otherwise the one that most of its entries belong to. `agentId` is the subagent whose own log it is:
 * then its sidechain is the tree (O-28).
 */
export function buildTree(log: ReadLog, sessionId?: string, agentId?: string): Tree {
  const nodes: Node[] = [];
  const byUuid = new Map<string, Node>();
  const children = new Map<string, Node[]>();
  for (const { line, number } of log.lines) {
    if (!isChainEntry(line) || !isMainChain(line, agentId)) continue;
    if (byUuid.has(line.uuid)) continue;
    const node = { entry: line, line: number, order: nodes.length };
    nodes.push(node);
    byUuid.set(line.uuid, node);
    if (line.parentUuid) listIn(children, line.parentUuid).push(node);
  }
  const known = nodes.some(({ entry }) => entry["sessionId"] === sessionId)
    ? sessionId
    : majoritySession(nodes);
  const lastPrompt = log.lines.findLast(
    ({ line }) => line.type === "last-prompt" && typeof line["leafUuid"] === "string" && isOf(known, line),
  );
  return { nodes, byUuid, children, sessionId: known, lastPrompt };
}

/**
 * The entry that the next one hangs on (D-7). Of the entries without a child, the one whose standing entry is latest
 * in the file, clocks left out of it; unless the last `last-prompt` line names a childless one and nobody has spoken
 * since. Undefined for a log without a conversation. Law: newest-leaf, clock-inert
 */
export function leafOf(tree: Tree): Node | undefined {
  const ours = tree.nodes.filter((node) => isOwn(tree, node));
  const parents = new Set(ours.map((node) => node.entry.parentUuid));
  const childless = ours.filter((node) => !parents.has(node.entry.uuid));
  const named = childless.find((node) => node.entry.uuid === tree.lastPrompt?.line["leafUuid"]);
  const isSince = ({ entry, line }: Node) =>
    line > (tree.lastPrompt?.number ?? 0) && /^(user|assistant)$/.test(entry.type);
  if (named && !ours.some(isSince)) return named;
  const standing = nearestAbove(tree, ({ entry }) => !isInert(entry));
  const standsAt = (node?: Node) => (node ? (standing[node.order] ?? node.order) : -1);
  let leaf: Node | undefined;
  for (const node of childless) if (standsAt(node) > standsAt(leaf)) leaf = node;
  // A log whose every entry has a child is one cycle or more: any entry will do, and the walk ends all the same.
  return leaf ?? childless.at(-1) ?? ours.at(-1);
}

/** The list under a key, a new one where there is none. */
export function listIn(lists: Map<string, Node[]>, key: string): Node[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

function majoritySession(nodes: readonly Node[]): string | undefined {
  const ids = nodes.map(({ entry }) => entry["sessionId"]).filter((id) => typeof id === "string");
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

/** Is the entry of the session whose file this is? A line of another one is there by accident (D-7). */
export function isOwn(tree: Pick<Tree, "sessionId">, node: Node): boolean {
  return isOf(tree.sessionId, node.entry);
}

/** A line that names no session is of the one whose file it stands in. */
export function isOf(sessionId: string | undefined, line: Line): boolean {
  const id = line["sessionId"];
  return typeof id !== "string" || sessionId === undefined || id === sessionId;
}

/**
 * For each node that is not such a one, the order of its nearest ancestor that is; -1 where there is none, above the last
 * parent or in a ring. A node that is one stands for itself and is left out. Each node is settled once, so a chain of any
 * length costs linear time and no stack.
 */
export function nearestAbove(tree: Tree, isOne: (node: Node) => boolean): (number | undefined)[] {
  const nearest: (number | undefined)[] = new Array(tree.nodes.length);
  for (const start of tree.nodes) {
    const passed = new Set<Node>();
    let node: Node | undefined = start;
    while (node && !isOne(node) && nearest[node.order] === undefined && !passed.has(node)) {
      passed.add(node);
      node = tree.byUuid.get(node.entry.parentUuid ?? "");
    }
    const order = !node || passed.has(node) ? -1 : (nearest[node.order] ?? node.order);
    for (const { order: below } of passed) nearest[below] = order;
  }
  return nearest;
}
