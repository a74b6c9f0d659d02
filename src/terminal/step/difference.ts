/** Two requests held against each other, block by block, in the order in which the API reads them (C-1.9). */
import { diffArrays } from "diff";
import { type RowBlock, rowOf } from "../../annex/cache/row.ts";
import type { MessagesRequest } from "../../wire.ts";

/** What became of blocks. `same` ones behind the first change are the same, but no cache finds them there. */
export type Piece =
  | { readonly kind: "same"; readonly blocks: readonly RowBlock[]; readonly isBehind: boolean }
  | { readonly kind: "added" | "dropped"; readonly block: RowBlock }
  | { readonly kind: "changed"; readonly was: RowBlock; readonly block: RowBlock };

/**
 * What became of each block of a request in the next: the pieces hold every block of both, each once, in its order. Markers
 * are no part of a block. Law: diff-complete
 */
export function piecesOf(before: MessagesRequest, now: MessagesRequest): Piece[] {
  const [old, next] = [rowOf(before), rowOf(now)];
  const parts = diffArrays(old.map(keyOf), next.map(keyOf));
  const pieces: Piece[] = [];
  let [dropped, added]: [RowBlock[], RowBlock[]] = [[], []];
  let [from, to] = [0, 0];
  for (const { added: isAdded, removed, value } of parts) {
    if (isAdded) added.push(...next.slice(to, to + value.length));
    else if (removed) dropped.push(...old.slice(from, from + value.length));
    else {
      pieces.push(...paired(dropped, added));
      [dropped, added] = [[], []];
      pieces.push({ kind: "same", blocks: next.slice(to, to + value.length), isBehind: pieces.length > 0 });
    }
    if (!isAdded) from += value.length;
    if (!removed) to += value.length;
  }
  return [...pieces, ...paired(dropped, added)];
}

/** What was dropped where something else came: one for one, as long as they are of a kind. */
function paired(dropped: readonly RowBlock[], added: readonly RowBlock[]): Piece[] {
  const alike = dropped.findIndex((block, at) => !isAlike(block, added[at]));
  const pairs = Math.min(alike === -1 ? dropped.length : alike, added.length);
  return [
    ...added.slice(0, pairs).map((block, at): Piece => {
      const was = dropped[at];
      return was ? { kind: "changed", was, block } : { kind: "added", block };
    }),
    ...dropped.slice(pairs).map((block): Piece => ({ kind: "dropped", block })),
    ...added.slice(pairs).map((block): Piece => ({ kind: "added", block })),
  ];
}

function isAlike(one: RowBlock, other: RowBlock | undefined): boolean {
  if (one.tier !== other?.tier || one.role !== other.role) return false;
  const name = ({ tier, content }: RowBlock) => (tier === "tools" ? content["name"] : content["type"]);
  return name(one) === name(other);
}

/** What two blocks are compared by. */
export function keyOf({ tier, role, content }: RowBlock): string {
  const { cache_control: _, ...bare } = content;
  return `${tier} ${role ?? ""} ${JSON.stringify(bare)}`;
}
