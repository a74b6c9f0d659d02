/** The path through the rows of a log, and the lines that the core needs to find it. */
import type { Line } from "../../../log/entry.ts";
import type { ReadLine, ReadLog } from "../../../log/read.ts";
import type { LogAsked } from "../../../opened.ts";
import { IS_BOUNDARY, type Place } from "./columns.ts";
import type { SizedLog } from "./line-ranges.ts";
import type { LogRows } from "./log-rows.ts";
import { readPlaces } from "./read-places.ts";
import { keptRows } from "./rows-kept.ts";
import { leafAmong, leafNamed } from "./rows-leaf.ts";
import { cutOff, type Linked, link, parents, responsesOf } from "./rows-linked.ts";
import { readNeeded } from "./rows-needed.ts";
import type { RowPath } from "./rows-path.ts";
import { walkUp } from "./rows-walked.ts";

/** A path through a log's rows. Undefined where no row is of the session. */
export interface IndexPath {
  readonly linked: Linked;
  readonly path: RowPath | undefined;
}

/** Finds the path of the entry that is asked for. */
export function pathIn(met: LogRows, log: SizedLog, { sessionId, leaf: wanted }: LogAsked): IndexPath {
  const { names } = met;
  const linked = link(met.rows(), names, met.prompts, sessionId);
  const isParent = parents(linked);
  const named = wanted === undefined ? undefined : leafNamed(linked, names.of(wanted));
  const leaf = named ?? leafAmong(linked, isParent);
  if (!leaf) return { linked, path: undefined };
  const walk = walkUp(linked, leaf.row);
  const boundaries = walk.rows.filter((row) => ((linked.rows.bits[row] ?? 0) & IS_BOUNDARY) !== 0);
  const kept = keptRows(linked, names, readRows(log, linked, boundaries).values());
  const responses = responsesOf(linked, [...walk.rows, ...kept]);
  const path = { linked, isParent, leaf, walk, kept, responses, cutOff: cutOff(linked, responses) };
  return { linked, path };
}

/** The lines of a path, and all that is told of the log besides. */
export function logOf(met: LogRows, log: SizedLog, { linked, path }: IndexPath): ReadLog {
  const rows = path ? readNeeded(path, (each) => readRows(log, linked, each)) : new Map<number, Line>();
  const found = [...rows].map(([row, line]) => ({ place: placeOf(linked, row), line }));
  const beside = [...met.latest, ...promptPlace(met, linked)]
    .filter((place) => !found.some((each) => inFileOrder(each.place, place) === 0))
    .sort(inFileOrder);
  for (const [index, line] of readPlaces(log, beside).entries()) {
    const place = beside[index];
    if (place && line) found.push({ place, line });
  }
  found.sort((one, other) => inFileOrder(one.place, other.place));
  const lines = found.map(({ place, line }): ReadLine => ({ number: place.line, line }));
  return { lines, damaged: met.damaged, count: met.count };
}

function promptPlace(met: LogRows, { prompt }: Linked): readonly Place[] {
  return met.prompts.filter((each) => each === prompt).map(({ place }) => place);
}

function readRows(log: SizedLog, linked: Linked, rows: readonly number[]): Map<number, Line> {
  const sorted = rows.toSorted((one, other) => one - other);
  const places = sorted.map((row) => placeOf(linked, row));
  const lines = readPlaces(log, places);
  return new Map(sorted.flatMap((row, index) => (lines[index] ? [[row, lines[index]] as const] : [])));
}

function placeOf({ rows }: Linked, row: number): Place {
  return {
    line: rows.line[row] ?? 0,
    offset: rows.offset[row] ?? 0,
    length: rows.length[row] ?? 0,
    part: rows.part[row] ?? 0,
  };
}

function inFileOrder(one: Place, other: Place): number {
  return one.offset - other.offset || one.part - other.part;
}
