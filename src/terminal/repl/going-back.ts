/** `/rewind` and `/tree` (C-5.3, D-21): to where the conversation has been, and on from there. Nothing is rewritten. */

import { changesTold } from "../../annex/checkpoint/changes-told.ts";
import { type Stop, stopsOf } from "../../annex/log/drawn/stops.ts";
import { oneLine } from "../../annex/log/one-line.ts";
import { goBehind } from "../../annex/rewind/go-to.ts";
import { type RewindRow, rewindRows } from "../../annex/rewind/rewind-rows.ts";
import { rewind } from "../../commands/rewind.ts";
import { SessionError } from "../../opened.ts";
import type { Asked } from "../pick/choices.ts";
import type { Doing } from "./desk.ts";
import { REWIND_WAYS, type RewindWay } from "./rewind-ways.ts";

/** Columns of what was said at a place, at the most. */
const SAID = 300;

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
    const row = await pick(promptList(rows));
    const way = row && (await pick(wayList(row)));
    return row && way && { row, way };
  });
  if (!chosen) return desk.say("Nothing was changed.");
  await chosen.way.go(desk, chosen.row);
};

function promptList(rows: readonly RewindRow[]): Asked<RewindRow> {
  const column = Math.max(...rows.map(({ age }) => age.length));
  const choices = rows.map((row) => ({
    value: row,
    name: `${row.age.padEnd(column)}  ${oneLine(row.text)}`,
    about: [row.changed ?? "", `> ${row.text}`].filter((line) => line !== ""),
  }));
  return { message: "Back to before which prompt?", choices };
}

function wayList(row: RewindRow): Asked<RewindWay> {
  const choices = REWIND_WAYS.map((way) => ({
    value: way,
    name: way.name,
    about: [way.tells, `> ${row.text}`],
  }));
  return { message: "What goes back?", choices };
}

/** `/tree`: all that was ever said, branch by branch; the conversation goes on where one chooses. */
export const tree: Doing = async ({ open, lend, say, tell }) => {
  const { session } = open;
  const { cursor } = session.log;
  const bytes = session.options.ports.openLog(session.path).read();
  const stops = stopsOf(bytes, { sessionId: session.id, cursor, columns: SAID });
  if (stops.length === 0) throw new SessionError("Nothing was said here yet, so there is no tree to draw.");
  const stop = await lend((pick) => pick(treeList(stops)));
  if (!stop) return say("You stay where you are.");
  if (stop.goes === "before") {
    tell({ type: "line", text: rewind(session, stop.uuid) });
    return say("The conversation goes on from before that prompt; its words are in the line.");
  }
  if (stop.isHere && stop.uuid === cursor) return say("You are there.");
  goBehind(session, stop.uuid);
  say("The conversation goes on behind that answer. What came after it stays in the log.");
};

function treeList(stops: readonly Stop[]): Asked<Stop> {
  const choices = stops.map((stop) => ({
    value: stop,
    name: `${stop.lane}${stop.isSent ? "●" : "○"} ${stop.said}`,
    about: [whereTo(stop)],
  }));
  return { message: "Where to?", choices, first: stops.find(({ isHere }) => isHere) };
}

function whereTo({ goes, isHere, isSent }: Stop): string {
  const here = isHere ? "You are here. " : "";
  const seen = isSent ? "● The model sees this." : "○ The model does not see this now.";
  const way = goes === "before" ? "Enter: from before this prompt." : "Enter: on from behind this.";
  return `${here}${seen} ${way}`;
}
