/** The path through what was met of a log, and the lines that the core needs to find it. */
import type { Line } from "../../../log/entry.ts";
import type { ReadLine, ReadLog } from "../../../log/read.ts";
import type { LogAsked } from "../../../opened.ts";
import { IS_BOUNDARY, type Place } from "./columns.ts";
import { ABSENT } from "./header.ts";
import type { SizedLog } from "./line-ranges.ts";
import type { LogWindow } from "./log-window.ts";
import { readPlaces } from "./read-places.ts";
import { keptRows } from "./rows-kept.ts";
import { leafAmong, leafNamed } from "./rows-leaf.ts";
import { cutOff, type Linked, link, parents, responsesOf } from "./rows-linked.ts";
import { readNeeded } from "./rows-needed.ts";
import type { RowPath } from "./rows-path.ts";
import { walkUp } from "./rows-walked.ts";

/** A path through a window. Undefined where no row is of the session. */
export interface WindowPath {
  readonly linked: Linked;
  readonly path: RowPath | undefined;
  /** Names of what the path hangs on or keeps and what was not met. */
  readonly missing: readonly number[];
}

/** Finds the path of the entry that is asked for. */
export function pathIn(window: LogWindow, log: SizedLog, { sessionId, leaf: wanted }: LogAsked): WindowPath {
  const { names } = window;
  const linked = link(window.rows(), names, window.prompts, sessionId);
  const isParent = parents(linked);
  const asked = wanted === undefined ? undefined : names.of(wanted);
  const named = asked === undefined ? undefined : leafNamed(linked, asked);
  const leaf = named ?? leafAmong(linked, isParent);
  const unmet = asked === undefined || named ? [] : [asked];
  if (!leaf) return { linked, path: undefined, missing: unmet };
  const walk = walkUp(linked, leaf.row);
  const boundaries = walk.rows.filter((row) => ((linked.rows.bits[row] ?? 0) & IS_BOUNDARY) !== 0);
  const kept = keptRows(linked, names, readRows(window, log, linked, boundaries).values());
  const blocks = cutOff(linked, responsesOf(linked, [...walk.rows, ...kept.rows]));
  const path = { linked, isParent, leaf, walk, kept: kept.rows, cutOff: blocks };
  const lost = blocks.map((row) => linked.rows.parent[row] ?? ABSENT);
  return { linked, path, missing: [...unmet, ...walk.missing, ...kept.missing, ...lost] };
}

/** The lines of a path, and all that is told of the log besides. `count`: the number that the log's last line has. */
export function logOf(
  window: LogWindow,
  log: SizedLog,
  { linked, path }: WindowPath,
  count: number,
): ReadLog {
  const shift = count - window.last;
  const damaged = window.damaged.map((each) => ({ ...each, number: each.number + shift }));
  if (window.isKept) return { lines: window.lines(shift), damaged, count };
  const rows = path
    ? readNeeded(path, (each) => readRows(window, log, linked, each))
    : new Map<number, Line>();
  const found = [...rows].map(([row, line]) => ({ place: placeOf(linked, row), line }));
  const beside = [...window.latest, ...promptPlace(window, linked)]
    .filter((place) => !found.some((each) => inFileOrder(each.place, place) === 0))
    .sort(inFileOrder);
  for (const [index, line] of readPlaces(log, beside, window.kept).entries()) {
    const place = beside[index];
    if (place && line) found.push({ place, line });
  }
  found.sort((one, other) => inFileOrder(one.place, other.place));
  const lines = found.map(({ place, line }): ReadLine => ({ number: place.line + shift, line }));
  return { lines, damaged, count };
}

function promptPlace(window: LogWindow, { prompt }: Linked): readonly Place[] {
  return window.prompts.filter((each) => each === prompt).map(({ place }) => place);
}

function readRows(
  window: LogWindow,
  log: SizedLog,
  linked: Linked,
  rows: readonly number[],
): Map<number, Line> {
  const sorted = rows.toSorted((one, other) => one - other);
  const places = sorted.map((row) => placeOf(linked, row));
  const lines = readPlaces(log, places, window.kept);
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
