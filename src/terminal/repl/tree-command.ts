/** `/tree` (D-21): all that was ever said in a session, and the sessions that were branched off it; go anywhere. */
import { type Stop, stopsOf } from "../../annex/log/drawn/stops.ts";
import { listSessions, type SessionRow } from "../../annex/log/sessions/listing.ts";
import { goBehind } from "../../annex/rewind/go-to.ts";
import { rewind } from "../../commands/rewind.ts";
import { nodeShelf } from "../../host/log-shelf.ts";
import { SessionError } from "../../opened.ts";
import type { Asked, Choice } from "../pick/choices.ts";
import type { Desk, Doing } from "./desk.ts";
import { shortId } from "./desk.ts";
import { goOver } from "./session-commands.ts";

/** Columns of what was said at a place, at the most. */
const SAID = 300;

/** Where one can go: a place in this session, or another session. */
type Goal = { readonly stop: Stop } | { readonly session: SessionRow };

/** The conversation goes on where one chooses. */
export const tree: Doing = async (desk) => {
  const { session } = desk.open;
  const { id, path, log, options } = session;
  const bytes = options.ports.openLog(path).read();
  const stops = stopsOf(bytes, { sessionId: id, cursor: log.cursor, columns: SAID });
  if (stops.length === 0) throw new SessionError("Nothing was said here yet, so there is no tree to draw.");
  const goal = await desk.lend((pick) => pick(listOf(stops, branchesOf(desk))));
  if (!goal) desk.say("You stay where you are.");
  else if ("session" in goal) goOver(desk, goal.session);
  else goTo(desk, goal.stop);
};

function goTo({ open, say, tell }: Desk, { uuid, goes }: Stop): void {
  const { session } = open;
  if (goes === "before") {
    tell({ type: "line", text: rewind(session, uuid) });
    say(
      "The conversation goes on from before that prompt; its words are in the line, files stay as they are.",
    );
  } else if (uuid === session.log.cursor) say("You are there.");
  else {
    goBehind(session, uuid);
    say("The conversation goes on from there; files stay as they are. What came after it stays in the log.");
  }
}

function branchesOf({ open }: Desk): SessionRow[] {
  const { command, parts, session } = open;
  const rows = listSessions(nodeShelf, command.root, { real: parts.cwd, named: command.cwd });
  return rows.filter(({ branched_from: origin }) => origin === session.id);
}

function listOf(stops: readonly Stop[], branches: readonly SessionRow[]): Asked<Goal> {
  const choices = [...stops.map(stopChoice), ...branches.map(branchChoice)];
  const here = stops.findIndex(({ isHere }) => isHere);
  return { message: "Where to?", choices, first: choices[here]?.value };
}

function stopChoice(stop: Stop): Choice<Goal> {
  const here = stop.isHere ? "You are here. " : "";
  const seen = stop.isSent ? "● The model sees this." : "○ The model does not see this now.";
  const way = stop.goes === "before" ? "Enter: from before this prompt." : "Enter: on from behind this.";
  const name = `${stop.lane}${stop.isSent ? "●" : "○"} ${stop.said}`;
  return { value: { stop }, name, about: [`${here}${seen} ${way}`] };
}

function branchChoice(session: SessionRow): Choice<Goal> {
  const told = `A session that was branched off this one (${shortId(session.id)}). Enter: over to it.`;
  return { value: { session }, name: `⇢ ${session.title}`, about: [told] };
}
