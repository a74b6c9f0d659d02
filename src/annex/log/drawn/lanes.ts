/**
 * Where each entry of a log's tree stands in a drawing: a chain runs straight down its lane, and only where it parts
 * does a new lane begin.
 */
import type { Node } from "../../../log/tree.ts";
import type { OpenedLog } from "../doctor/opened-log.ts";
import { parentOf, ringsOf } from "../doctor/rings.ts";

/** One line of the drawing. */
export interface Row {
  readonly node: Node;
  /** What stands to the left of the entry. */
  readonly lane: string;
  /** Does it hang on nothing that is drawn above it? */
  readonly isRoot: boolean;
}

/**
 * Puts every entry of the tree into one row, each below the entry that it hangs on. Of several children the one that
 * leads to the leaf goes on in its parent's lane, elsewhere the one with most below it; so the lanes are never deeper
 * than about the logarithm of the number of entries. No recursion. Law: tree-complete
 */
export function rowsOf(opened: OpenedLog): Row[] {
  const { tree } = opened;
  const heads = new Set(ringsOf(tree, opened.path).map(({ head }) => head));
  const childrenOf = (node: Node) =>
    (tree.children.get(node.entry.uuid) ?? []).filter((child) => !heads.has(child));
  const roots = tree.nodes.filter((node) => heads.has(node) || !parentOf(tree, node));
  const sizes = sizesOf(roots, childrenOf);
  const toLeaf = ancestorsOf(opened, heads);
  const weight = (node: Node) => (toLeaf.has(node) ? tree.nodes.length + 1 : (sizes[node.order] ?? 0));

  const rows: Row[] = [];
  const open = roots.map((node) => ({ node, lane: "", joint: "", isRoot: true })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, lane, joint, isRoot } = next;
    rows.push({ node, lane: joint, isRoot });
    const children = childrenOf(node);
    const straight = heaviest(children, weight);
    if (straight) open.push({ node: straight, lane, joint: lane, isRoot: false });
    for (const child of children.reverse()) {
      if (child === straight) continue;
      open.push({ node: child, lane: `${lane}│ `, joint: `${lane}├─`, isRoot: false });
    }
  }
  return rows;
}

/** The child that is drawn straight below its parent; of equals the one written last. */
function heaviest(children: readonly Node[], weight: (node: Node) => number): Node | undefined {
  let best: Node | undefined;
  for (const child of children) if (!best || weight(child) >= weight(best)) best = child;
  return best;
}

/** For each entry, by its order, how many entries there are from it downwards. */
function sizesOf(roots: readonly Node[], childrenOf: (node: Node) => readonly Node[]): Uint32Array {
  const downward: { node: Node; parent: Node | undefined }[] = roots.map((node) => ({
    node,
    parent: undefined,
  }));
  for (const { node } of downward) {
    for (const child of childrenOf(node)) downward.push({ node: child, parent: node });
  }
  const sizes = new Uint32Array(downward.length);
  for (const { node, parent } of downward.reverse()) {
    const size = (sizes[node.order] ?? 0) + 1;
    sizes[node.order] = size;
    if (parent) sizes[parent.order] = (sizes[parent.order] ?? 0) + size;
  }
  return sizes;
}

/** The leaf and the entries above it, up to its root. */
function ancestorsOf({ tree, leaf }: OpenedLog, heads: ReadonlySet<Node>): ReadonlySet<Node> {
  const above = new Set<Node>();
  for (let node = leaf; node; node = heads.has(node) ? undefined : parentOf(tree, node)) above.add(node);
  return above;
}
