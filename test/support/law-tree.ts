/** A log's tree, drawn small: one row an entry, its place on the path before it, the leaf marked. */
import type { TreeSketch } from "./law-contrast.ts";

/**
 * One row an entry. A number is its place on the path, `·` stands where it is not on it; a branch is put aside and the
 * last child goes straight on. `?x` is an entry that is missing, `↻` one whose parents lead round to itself.
 */
export function rowsOfTree({ nodes, leaf, path }: TreeSketch, leafName: string): string[] {
  const known = new Set(nodes.map(({ id }) => id));
  const children = new Map<string, string[]>();
  for (const { id, parent } of nodes) {
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const digits = String(path?.length ?? 0).length;
  const rows: string[] = [];
  const drawn = new Set<string>();
  const add = (rails: string, id: string, name = id) => {
    const places = (path ?? []).flatMap((each, at) => (each === id ? [at + 1] : []));
    const place = path ? `${(places.length > 0 ? places.join(",") : "·").padStart(digits)} ` : "";
    rows.push(`${rails}${place}${name}${id === leaf ? ` ◂ ${leafName}` : ""}`);
  };
  /** From an entry down, as long as there is one straight on. */
  const goDown = (start: string, first: string, rails: string, name = start) => {
    let id: string | undefined = start;
    for (let before = first; id !== undefined; before = rails) {
      drawn.add(id);
      add(before, id, id === start ? name : id);
      const next: string[] = (children.get(id) ?? []).filter((child) => !drawn.has(child));
      for (const aside of next.slice(0, -1)) goDown(aside, `${rails}├─`, `${rails}│ `);
      id = next.at(-1);
    }
  };
  for (const { id, parent } of nodes) {
    if (parent !== null && known.has(parent)) continue;
    if (drawn.has(id)) continue;
    if (parent !== null && !drawn.has(`?${parent}`)) {
      drawn.add(`?${parent}`);
      add("", `?${parent}`);
    }
    goDown(id, "", "");
  }
  for (const { id } of nodes) if (!drawn.has(id)) goDown(id, "", "", `↻ ${id}`);
  for (const id of new Set(path)) if (!drawn.has(id)) add("", id);
  return rows;
}
