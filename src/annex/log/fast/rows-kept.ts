/** The rows that compactions on a path preserve (O-17), found as the core finds the entries. */
import { type ChainEntry, isChainEntry, type Line } from "../../../log/entry.ts";
import { keptBy } from "../../../log/path.ts";
import type { Names } from "./names.ts";
import { isRoot, type Linked, NONE } from "./rows-linked.ts";

/** What boundaries keep: its rows, and the names of what would have to be read besides. */
export interface Kept {
  readonly rows: number[];
  readonly missing: number[];
}

/** What these boundaries keep. */
export function keptRows(linked: Linked, names: Names, boundaries: Iterable<Line>): Kept {
  const kept: Kept = { rows: [], missing: [] };
  for (const boundary of boundaries) if (isChainEntry(boundary)) keptByOne(linked, names, boundary, kept);
  return kept;
}

function keptByOne(linked: Linked, names: Names, boundary: ChainEntry, kept: Kept): void {
  const { listed, head, tail } = keptBy(boundary);
  if (!listed) keptSegment(linked, names, head, tail, kept);
  for (const uuid of listed ?? []) {
    const row = rowNamed(linked, names.of(uuid));
    if (row === NONE) kept.missing.push(names.of(uuid));
    else kept.rows.push(row);
  }
}

/** From the tail up to the head, if they meet. */
function keptSegment(linked: Linked, names: Names, head: unknown, tail: unknown, kept: Kept): void {
  if (typeof tail !== "string") return;
  const end = typeof head === "string" ? rowNamed(linked, names.of(head)) : NONE;
  const segment = new Set<number>();
  let name = names.of(tail);
  let row = rowNamed(linked, name);
  while (row !== NONE && !segment.has(row)) {
    segment.add(row);
    if (row === end || isRoot(linked, row)) break;
    name = linked.rows.parent[row] ?? name;
    row = rowNamed(linked, name);
  }
  if (row === NONE) kept.missing.push(name);
  for (const each of segment) kept.rows.push(each);
}

function rowNamed({ rowOf }: Linked, name: number): number {
  return rowOf[name] ?? NONE;
}
