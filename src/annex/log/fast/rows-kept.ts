/** The rows that compactions on a path preserve (O-17), found as the core finds the entries. */
import { type ChainEntry, isChainEntry, type Line } from "../../../log/entry.ts";
import { keptBy } from "../../../log/path.ts";
import type { Names } from "./names.ts";
import { isRoot, type Linked, NONE } from "./rows-linked.ts";

/** What these boundaries keep, as far as it is among the rows. */
export function keptRows(linked: Linked, names: Names, boundaries: Iterable<Line>): number[] {
  return [...boundaries]
    .filter(isChainEntry)
    .flatMap((boundary) => keptByOne(linked, names, boundary))
    .filter((row) => row !== NONE);
}

function keptByOne(linked: Linked, names: Names, boundary: ChainEntry): number[] {
  const { listed, head, tail } = keptBy(boundary);
  const row = (uuid: unknown) => (typeof uuid === "string" ? (linked.rowOf[names.of(uuid)] ?? NONE) : NONE);
  return listed ? listed.map(row) : keptSegment(linked, row(head), row(tail));
}

/** From the tail up to the head, if they meet. */
function keptSegment(linked: Linked, head: number, tail: number): number[] {
  const segment = new Set<number>();
  for (let row = tail; row !== NONE && !segment.has(row); row = linked.up[row] ?? NONE) {
    segment.add(row);
    if (row === head || isRoot(linked, row)) break;
  }
  return [...segment];
}
