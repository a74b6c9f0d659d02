/** The walk from a leaf to its root over rows, as the core walks entries (`pathTo`, `Gaps`). */
import { isOwn, isRoot, type Linked, NONE } from "./rows-linked.ts";

/** Where a walk led. */
export interface Walk {
  /** From the leaf up. */
  readonly rows: readonly number[];
  /** Is a parent not among the rows? */
  readonly isBroken: boolean;
  readonly isCycle: boolean;
}

/** Walks up. Each row is passed at most once. */
export function walkUp(linked: Linked, leaf: number): Walk {
  const { rows, rowOf } = linked;
  const walked: number[] = [];
  let isBroken = false;
  const gaps = new RowGaps(linked);
  for (let row = leaf; row !== NONE; ) {
    gaps.passed[row] = 1;
    walked.push(row);
    if (isRoot(linked, row)) break;
    const parent = rows.parent[row] ?? 0;
    let above = rowOf[parent] ?? NONE;
    if (above === NONE) {
      isBroken = true;
      above = gaps.before(row);
    } else if (gaps.passed[above] === 1) {
      return { rows: walked, isBroken, isCycle: true };
    }
    row = above;
  }
  return { rows: walked, isBroken, isCycle: false };
}

/** Where to go on above a gap (D-8): at the latest earlier row of this session from which the way leads on. */
class RowGaps {
  readonly passed: Uint8Array;
  /** Rows whose parents lead back to one that was passed, or round in a ring. */
  readonly #after: Uint8Array;
  /** By row that was ruled out: from where to look on, plus two. */
  readonly #skip: Int32Array;
  readonly #linked: Linked;

  constructor(linked: Linked) {
    const { count } = linked.rows;
    this.#linked = linked;
    this.passed = new Uint8Array(count);
    this.#after = new Uint8Array(count);
    this.#skip = new Int32Array(count);
  }

  before(row: number): number {
    let found = row - 1;
    while (found >= 0 && !this.#leadsOn(found)) found = this.#next(found);
    for (let ruledOut = row - 1; ruledOut > found; ) {
      const next = this.#next(ruledOut);
      this.#skip[ruledOut] = found + 2;
      ruledOut = next;
    }
    return Math.max(found, NONE);
  }

  #next(row: number): number {
    const skip = this.#skip[row] ?? 0;
    return skip === 0 ? row - 1 : skip - 2;
  }

  #leadsOn(start: number): boolean {
    if (!isOwn(this.#linked, start)) return false;
    const way = new Set<number>();
    for (let row = start; row !== NONE; row = this.#linked.up[row] ?? NONE) {
      if (this.passed[row] === 1 || this.#after[row] === 1 || way.has(row)) {
        for (const each of way) this.#after[each] = 1;
        return false;
      }
      way.add(row);
    }
    return true;
  }
}
