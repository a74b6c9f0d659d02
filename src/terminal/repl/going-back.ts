/** `/rewind` and `/tree` (C-5.3, D-21): to where the conversation has been, and on from there. Nothing is rewritten. */

import { changesTold } from "../../annex/checkpoint/changes-told.ts";
import { oneLine } from "../../annex/log/one-line.ts";
import { type RewindRow, rewindRows } from "../../annex/rewind/rewind-rows.ts";
import { SessionError } from "../../opened.ts";
import type { Asked } from "../pick/choices.ts";
import type { Doing } from "./desk.ts";
import { REWIND_WAYS, type RewindWay } from "./rewind-ways.ts";

/** `/rewind`, and Esc Esc: which prompt, and what is to become of what came from it on. */
export const goBack: Doing = async (desk) => {
  const { session, parts } = desk.open;
  const points = parts.rewinder.list();
  const changed = new Map(
    points.map(({ messageId, changes }) => [messageId, changesTold(changes, parts.cwd)]),
  );
  const rows = rewindRows(session, Date.now(), changed);
  if (rows.length === 0)
    throw new SessionError("Nothing was said here yet, so there is nothing to go back to.");
  const chosen = await desk.lend(async (pick) => {
    for (let row = await pick(promptList(rows)); row; row = await pick(promptList(rows, row))) {
      const way = await pick(wayList(row));
      if (way) return { row, way };
    }
    return undefined;
  });
  if (!chosen) return desk.say("Nothing was changed.");
  await chosen.way.go(desk, chosen.row);
};

function promptList(rows: readonly RewindRow[], first?: RewindRow): Asked<RewindRow> {
  const column = Math.max(...rows.map(({ age }) => age.length));
  const choices = rows.map((row) => ({
    value: row,
    name: `${row.age.padEnd(column)}  ${oneLine(row.text)}`,
    about: [row.changed ?? "", `> ${row.text}`].filter((line) => line !== ""),
  }));
  return { message: "Back to before which prompt?", choices, first };
}

function wayList(row: RewindRow): Asked<RewindWay> {
  const choices = REWIND_WAYS.map((way) => ({
    value: way,
    name: way.name,
    about: [way.tells, `> ${row.text}`],
  }));
  return { message: "What goes back?", choices };
}
