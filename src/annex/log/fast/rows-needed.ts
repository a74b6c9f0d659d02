/** Which rows have to be read whole, so that the core finds in them what it would find in all of them. */
import type { Line } from "../../../log/entry.ts";
import { ASSISTANT, HAS_MODEL, INERT, IS_META } from "./columns.ts";
import { ABSENT } from "./header.ts";
import { lastSpoken } from "./rows-leaf.ts";
import { type Children, childrenOf, isOwn, type Linked, majority, NONE } from "./rows-linked.ts";
import { isUnsure, type RowPath } from "./rows-path.ts";
import { type ReadRows, TakenRows } from "./rows-taken.ts";

/** The needed rows, read whole. */
export function readNeeded(path: RowPath, readRows: ReadRows): ReadonlyMap<number, Line> {
  const need = new Need(path, readRows);
  need.batches([...path.walk.rows, ...path.kept, ...path.cutOff]);
  need.witnesses();
  need.named();
  need.above();
  if (isUnsure(path)) need.relatives();
  need.majority();
  return need.taken.lines();
}

/** Takes what a path needs. */
class Need {
  readonly taken: TakenRows;
  readonly #path: RowPath;
  readonly #linked: Linked;
  readonly #children: Children;

  constructor(path: RowPath, readRows: ReadRows) {
    this.taken = new TakenRows(path.linked, readRows);
    this.#path = path;
    this.#linked = path.linked;
    this.#children = childrenOf(path.linked);
  }

  /** These rows, the batches that they are part of, and results elsewhere that answer their calls. */
  batches(rows: readonly number[]): void {
    const { results } = this.#linked.rows;
    for (let open = this.taken.take(rows); open.length > 0; ) {
      for (const row of open) this.taken.take(this.#batchBelow(row), open);
      const calls = this.taken.read();
      const answers =
        calls.size === 0 ? [] : [...results].filter(([, ids]) => ids.some((id) => calls.has(id)));
      open = this.taken.take(answers.map(([row]) => row));
    }
  }

  /** What is told of the log as a whole: who spoke last, with which model, and whose it is. */
  witnesses(): void {
    const { rows, session, isKnown, isRepeated } = this.#linked;
    const last = (holds: (row: number) => boolean) => {
      let row = rows.count - 1;
      while (row >= 0 && !(isRepeated[row] === 0 && holds(row))) row -= 1;
      return row < 0 ? [] : [row];
    };
    const spoken = lastSpoken(this.#linked, Number.NEGATIVE_INFINITY);
    this.taken.take([
      ...(spoken === NONE ? [] : [spoken]),
      ...last((row) => ((rows.bits[row] ?? 0) & HAS_MODEL) !== 0),
      ...(isKnown ? last((row) => rows.session[row] === session) : []),
    ]);
  }

  /** What tells of the entry that a `last-prompt` line names that it is no leaf. */
  named(): void {
    const { prompt, rowOf } = this.#linked;
    const row = prompt ? (rowOf[prompt.leaf] ?? NONE) : NONE;
    if (row !== NONE && this.taken.has(row)) this.taken.take(this.#wayDown(row));
  }

  /**
   * What results hang on, and blocks of the path's responses: without its call there a result is taken for one that lies
   * elsewhere, and a block for one that is cut off.
   */
  above(): void {
    const { rows, up } = this.#linked;
    const { responses } = this.#path;
    const open = this.taken.rows();
    for (const row of open) {
      const above = up[row] ?? NONE;
      const isOfBatch =
        rows.kind[row] === ASSISTANT ? responses.has(rows.response[row] ?? ABSENT) : rows.results.has(row);
      if (isOfBatch && above !== NONE) this.taken.take([above], open);
    }
  }

  /** All that stands above what was taken, and below each a way to where it ends. */
  relatives(): void {
    const { up } = this.#linked;
    const open = this.taken.rows();
    for (const row of open) {
      const above = up[row] ?? NONE;
      if (above !== NONE) this.taken.take([above], open);
      this.taken.take(this.#wayDown(row), open);
    }
  }

  /** Whose log it is must be seen in what was taken; where it is not, all is. */
  majority(): void {
    const { rows, isKnown, isRepeated, session } = this.#linked;
    const isLeftOut = isRepeated.map((repeated, row) => (this.taken.has(row) ? repeated : 1));
    if (!isKnown && majority(rows, isLeftOut) !== session) this.taken.takeAll();
  }

  /** A child of this session below a row that has one; taken, so that it is no leaf where it was none before. */
  #wayDown(row: number): readonly number[] {
    if (this.#path.isParent[row] === 0) return [];
    const { first, next } = this.#children;
    for (let child = first[row] ?? NONE; child !== NONE; child = next[child] ?? NONE) {
      if (isOwn(this.#linked, child)) return [child];
    }
    this.taken.takeAll();
    return [];
  }

  /** What hangs on a row and may belong to its batch. */
  #batchBelow(row: number): number[] {
    const { responses } = this.#path;
    const { kind, bits, response, results } = this.#linked.rows;
    const below: number[] = [];
    for (
      let child = this.#children.first[row] ?? NONE;
      child !== NONE;
      child = this.#children.next[child] ?? NONE
    ) {
      const isOfBatch =
        kind[child] === ASSISTANT
          ? responses.has(response[child] ?? ABSENT)
          : kind[child] === INERT || results.has(child) || ((bits[child] ?? 0) & IS_META) !== 0;
      if (isOfBatch) below.push(child);
    }
    return below;
  }
}
