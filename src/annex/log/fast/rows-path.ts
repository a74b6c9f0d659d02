/** A path over rows, from the leaf to the root. */
import { INERT } from "./columns.ts";
import type { Leaf } from "./rows-leaf.ts";
import { type Linked, NONE } from "./rows-linked.ts";
import type { Walk } from "./rows-walked.ts";

/** A path over rows, and what of it is known. */
export interface RowPath {
  readonly linked: Linked;
  /** By row: has it a child of this session? */
  readonly isParent: Uint8Array;
  readonly leaf: Leaf;
  readonly walk: Walk;
  /** What compactions on the path preserve. */
  readonly kept: readonly number[];
  /** The responses that entries of the path, or kept ones, are parts of. */
  readonly responses: ReadonlySet<number>;
  /** Blocks of its responses that hang on what is not among the rows. */
  readonly cutOff: readonly number[];
}

/** Is the leaf, or the way on above a gap, not to be seen from the path alone? */
export function isUnsure({ linked, leaf, walk }: RowPath): boolean {
  // An entry with an empty name is above every root, for the core.
  const hasNobody = (linked.rowOf[linked.nobody] ?? NONE) !== NONE;
  if (walk.isBroken || walk.isCycle || hasNobody) return true;
  if (leaf.isNamed) return false;
  for (let row = linked.rows.count - 1; row > leaf.standing; row -= 1) {
    if (linked.rows.kind[row] !== INERT) return true;
  }
  return leaf.standing === NONE;
}
