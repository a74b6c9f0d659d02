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
 * than about the logarithm of the number of entries. No recursion. `above`: what an entry hangs on; left out, its parent.
 * Law: tree-complete
 */
export function rowsOf(
  opened: OpenedLog,
  above: (node: Node) => Node | undefined = (node) => parentOf(opened.tree, node),
): Row[] {
  const { tree } = opened;
  const heads = new Set(ringsOf(tree, opened.path, above).map(({ head }) => head));
  const hangsOn = (node: Node) => (heads.has(node) ? undefined : above(node));
  const roots = tree.nodes.filter((node) => !hangsOn(node));
  const children = childrenBy(tree.nodes, hangsOn);
  const childrenOf = (node: Node) => children.get(node) ?? [];
  const sizes = sizesOf(roots, childrenOf);
  const toLeaf = ancestorsOf(opened.leaf, hangsOn);
  const weight = (node: Node) => (toLeaf.has(node) ? tree.nodes.length + 1 : (sizes[node.order] ?? 0));

  const rows: Row[] = [];
  const open = roots.map((node) => ({ node, lane: "", joint: "", isRoot: true })).reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, lane, joint, isRoot } = next;
    rows.push({ node, lane: joint, isRoot });
    const below = childrenOf(node);
    const straight = heaviest(below, weight);
    if (straight) open.push({ node: straight, lane, joint: lane, isRoot: false });
    for (const child of below.toReversed()) {
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

/** What hangs on each entry, in the order of the file. */
function childrenBy(
  nodes: readonly Node[],
  hangsOn: (node: Node) => Node | undefined,
): ReadonlyMap<Node, readonly Node[]> {
  const children = new Map<Node, Node[]>();
  for (const node of nodes) {
    const parent = hangsOn(node);
    if (!parent) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(node);
    else children.set(parent, [node]);
  }
  return children;
}

/** The leaf and the entries above it, up to its root. */
function ancestorsOf(leaf: Node | undefined, hangsOn: (node: Node) => Node | undefined): ReadonlySet<Node> {
  const above = new Set<Node>();
  for (let node = leaf; node; node = hangsOn(node)) above.add(node);
  return above;
}
