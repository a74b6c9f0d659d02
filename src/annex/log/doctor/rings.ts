/**
 * Rings: entries that name one another as the entry before, so that no way leads from them to a root.
 */
import type { Path } from "../../../log/path.ts";
import type { Node, Tree } from "../../../log/tree.ts";

/** Entries in a ring. Cutting the link from `head` to its parent makes a tree of it. */
export interface Ring {
  readonly head: Node;
  readonly members: readonly Node[];
}

/**
 * All rings of a log, each once. The head is where the path begins if the ring is on it, else the member that comes
 * first in the file. Every entry is met once, so that this is linear. `above`: what an entry hangs on; left out, its parent.
 */
export function ringsOf(
  tree: Tree,
  path: Path,
  above: (node: Node) => Node | undefined = (node) => parentOf(tree, node),
): Ring[] {
  const rings: Ring[] = [];
  const first = path.items[0];
  const begin = first?.kind === "entry" ? first.node : undefined;
  const walks = new Uint32Array(tree.nodes.length);
  for (const start of tree.nodes) {
    const walk = start.order + 1;
    const trail: Node[] = [];
    let node: Node | undefined = start;
    while (node && walks[node.order] === 0) {
      walks[node.order] = walk;
      trail.push(node);
      node = above(node);
    }
    if (node && walks[node.order] === walk) rings.push(ringOf(trail.slice(trail.indexOf(node)), begin));
  }
  return rings;
}

/** The entry that this one hangs on, if the log holds it. */
export function parentOf(tree: Tree, node: Node): Node | undefined {
  const parent = node.entry.parentUuid;
  return parent ? tree.byUuid.get(parent) : undefined;
}

function ringOf(members: readonly Node[], begin: Node | undefined): Ring {
  const onPath = members.find((member) => member === begin);
  return { head: onPath ?? members.reduce((a, b) => (b.order < a.order ? b : a)), members };
}
