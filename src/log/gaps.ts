/** Where a walk up the tree goes on when the log does not hold the entry that is named as the one before (D-8). */
import { isOwn, type Node, type Tree } from "./tree.ts";

/**
 * Where a walk goes on when a parent is nowhere (D-8): at this session's latest entry before, in the order of the file,
 * from which the way leads on. It remembers what it has ruled out, so many gaps do not cost the square of a log's length.
 */
export class Gaps {
  /** The entries that the walk has passed. */
  readonly passed = new Set<Node>();
  /** Entries whose parents lead back to one that was passed, or round in a ring: they stand after, not before. */
  readonly #after = new Set<Node>();
  readonly #skip: number[] = [];
  readonly #tree: Tree;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  before(node: Node): Node | undefined {
    let order = node.order - 1;
    while (order >= 0 && !this.#leadsOn(this.#tree.nodes[order])) order = this.#skip[order] ?? order - 1;
    for (let ruledOut = node.order - 1; ruledOut > order; ) {
      const next = this.#skip[ruledOut] ?? ruledOut - 1;
      this.#skip[ruledOut] = order;
      ruledOut = next;
    }
    return this.#tree.nodes[order];
  }

  #leadsOn(start: Node | undefined): boolean {
    if (!start || !isOwn(this.#tree, start)) return false;
    const way = new Set<Node>();
    for (
      let node: Node | undefined = start;
      node;
      node = this.#tree.byUuid.get(node.entry.parentUuid ?? "")
    ) {
      if (this.passed.has(node) || this.#after.has(node) || way.has(node)) {
        for (const each of way) this.#after.add(each);
        return false;
      }
      way.add(node);
    }
    return true;
  }
}
