/** A list of sessions as a person reads it. */

import { beginning, cutTo, oneLine, widthOf } from "../annex/log/one-line.ts";
import type { SessionRow } from "../annex/log/sessions/listing.ts";

/** How wide a table is where nobody says. */
const WIDTH = 100;
const NARROWEST_TITLE = 20;
/** Characters of an id that tell the sessions of a person apart. */
const ID_LENGTH = 8;

/** The sessions as a table, the first of the rows on top; with `all`, where each belongs. Without a newline at its end. */
export function printSessions(
  rows: readonly SessionRow[],
  { all = false, width = WIDTH }: { readonly all?: boolean; readonly width?: number },
): string {
  const idLength = lengthToTellApart(rows.map(({ id }) => id));
  const head = ["id", "last change", "size", "branch", ...(all ? ["folder"] : [])];
  const cells = rows.map((row) => [
    row.id.slice(0, idLength),
    new Date(row.changed).toISOString().slice(0, 16).replace("T", " "),
    sizeOf(row.bytes),
    cutTo(oneLine(row.branch ?? ""), 20),
    ...(all ? [oneLine(row.cwd ?? "")] : []),
  ]);
  const widths = head.map((title, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ""))),
  );
  const room = Math.max(NARROWEST_TITLE, width - widths.reduce((sum, each) => sum + each + 2, 0));
  const lines = [[...head, "title"], ...cells.map((row, at) => [...row, titleOf(rows[at], room)])];
  return [...lines.map((line) => aligned(line, widths)), ...notes(rows, idLength)].join("\n");
}

function titleOf(row: SessionRow | undefined, room: number): string {
  return cutTo(beginning(row?.title ?? "", room), room);
}

/** A short beginning of the ids would do for `-r`; it is longer where two of them begin alike. */
function lengthToTellApart(ids: readonly string[]): number {
  for (let length = ID_LENGTH; length < 36; length += 1) {
    if (new Set(ids.map((id) => id.slice(0, length))).size === new Set(ids).size) return length;
  }
  return 36;
}

/** A size as a person reads it. */
export function sizeOf(bytes: number): string {
  const [mb, kb] = [bytes / 1024 / 1024, bytes / 1024];
  return mb >= 1 ? `${mb.toFixed(1)} MB` : `${Math.max(1, Math.round(kb))} KB`;
}

/** Sizes stand to the right; the title is last and needs nothing behind it. */
function aligned(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) => {
    const space = " ".repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
    return at === 2 ? space + cell : cell + space;
  });
  return padded.join("  ").trimEnd();
}

/** What the columns have no room for. */
function notes(rows: readonly SessionRow[], idLength: number): string[] {
  return rows.flatMap(({ id, title_written_for: other, branched_from: origin }) => {
    const short = id.slice(0, idLength);
    return [
      ...(other === null
        ? []
        : [`The title of ${short} was written for another session, ${oneLine(other)}.`]),
      ...(origin === null ? [] : [`${short} is a branch of ${oneLine(origin).slice(0, idLength)}.`]),
    ];
  });
}
