/** Where a conversation stands, among rows: as the core finds it (`leafOf`), on numbers. */
import { ASSISTANT, INERT, USER } from "./columns.ts";
import { isOwn, type Linked, NONE } from "./rows-linked.ts";

/** The leaf, and the row that it stands for; `NONE` where it stands for nothing that was said. */
export interface Leaf {
  readonly row: number;
  readonly standing: number;
  /** Did a `last-prompt` line decide, or whoever asks? */
  readonly isNamed: boolean;
}

/** Where the conversation stands (D-7); undefined where no row is of this session. */
export function leafAmong(linked: Linked, isParent: Uint8Array): Leaf | undefined {
  const { rows, rowOf, prompt } = linked;
  const standing = standings(linked);
  const stands = (row: number) => (rows.kind[row] === INERT ? (standing[row] ?? NONE) : row);
  const named = prompt ? (rowOf[prompt.leaf] ?? NONE) : NONE;
  if (prompt && named !== NONE && isOwn(linked, named) && isParent[named] === 0) {
    if (lastSpoken(linked, prompt.line) === NONE)
      return { row: named, standing: stands(named), isNamed: true };
  }
  let leaf: Leaf | undefined;
  let lastChildless = NONE;
  let last = NONE;
  for (let row = 0; row < rows.count; row += 1) {
    if (!isOwn(linked, row)) continue;
    last = row;
    if (isParent[row] === 1) continue;
    lastChildless = row;
    if (stands(row) > (leaf?.standing ?? NONE)) leaf = { row, standing: stands(row), isNamed: false };
  }
  const any = lastChildless === NONE ? last : lastChildless;
  return leaf ?? (any === NONE ? undefined : { row: any, standing: NONE, isNamed: false });
}

/** The leaf that somebody goes on from, whatever else is in the log; undefined where it is not among the rows. */
export function leafNamed({ rowOf }: Linked, name: number): Leaf | undefined {
  const row = rowOf[name] ?? NONE;
  return row === NONE ? undefined : { row, standing: row, isNamed: true };
}

/** The last thing that user or model said behind a line of the file. */
export function lastSpoken(linked: Linked, line: number): number {
  const { rows } = linked;
  for (let row = rows.count - 1; row >= 0 && (rows.line[row] ?? 0) > line; row -= 1) {
    if ((rows.kind[row] === USER || rows.kind[row] === ASSISTANT) && isOwn(linked, row)) return row;
  }
  return NONE;
}

/** By inert row: the nearest row above that is not. Each is settled once. */
function standings({ rows, up }: Linked): Int32Array {
  const UNSETTLED = -2;
  const ON_THE_WAY = -3;
  const standing = new Int32Array(rows.count).fill(UNSETTLED);
  const passed: number[] = [];
  for (let start = 0; start < rows.count; start += 1) {
    let row = start;
    while (row !== NONE && rows.kind[row] === INERT && standing[row] === UNSETTLED) {
      standing[row] = ON_THE_WAY;
      passed.push(row);
      row = up[row] ?? NONE;
    }
    let found = row;
    if (row !== NONE && rows.kind[row] === INERT)
      found = standing[row] === ON_THE_WAY ? NONE : (standing[row] ?? NONE);
    for (const each of passed) standing[each] = found;
    passed.length = 0;
  }
  return standing;
}
