/** Where a walk up the tree goes on when the log does not hold the entry that is named as the one before (D-8). */
import { isOwn, type Node, nearestAbove, type Tree } from "./tree.ts";

/**
 * Where a walk goes on when a parent is nowhere (D-8): at this session's latest entry before, in the order of the file,
 * from which the way leads on. It remembers what it has ruled out, so many gaps do not cost the square of a log's length.
 */
export class Gaps {
  readonly #tree: Tree;
  /** For each entry the top of its way up, if it has one that is not itself. */
  readonly #tops: readonly (number | undefined)[];
  /** The tops that lead nowhere: those that the walk has come to, so that all below them stands after, and the one of rings. */
  readonly #ended = new Set([-1]);
  /** From an entry that is ruled out, the next one to look at. */
  readonly #skip: number[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#tops = nearestAbove(tree, ({ entry }) => !tree.byUuid.has(entry.parentUuid ?? ""));
  }

  /** `top`: the entry that the walk has come to, whose parent is nowhere. */
  before(top: Node): Node | undefined {
    this.#ended.add(top.order);
    const ruledOut: number[] = [];
    let order = top.order - 1;
    while (order >= 0 && !this.#leadsOn(this.#tree.nodes[order])) {
      ruledOut.push(order);
      order = this.#skip[order] ?? order - 1;
    }
    for (const each of ruledOut) this.#skip[each] = order;
    return this.#tree.nodes[order];
  }

  #leadsOn(node: Node | undefined): boolean {
    return !!node && isOwn(this.#tree, node) && !this.#ended.has(this.#tops[node.order] ?? node.order);
  }
}
