/** Where a session belongs, and which one: a new one, the newest of a folder, or a named one. */
import { realpathSync, statSync } from "node:fs";
import { oneLine } from "../annex/log/one-line.ts";
import type { FoundSession, LogShelf } from "../annex/log/sessions/candidates.ts";
import { listSessions } from "../annex/log/sessions/listing.ts";
import { homeOf } from "../annex/log/sessions/listing-glance.ts";
import { sessionsNamed } from "../annex/log/sessions/named.ts";
import { allSessions, type Directory, newestSession, sessionsOf } from "../annex/log/sessions/project.ts";
import { SessionError } from "../opened.ts";
import type { SessionCommand } from "./command.ts";
import { printSessions } from "./sessions-table.ts";
import { SetupError } from "./setup-error.ts";

/** How many sessions are shown to whoever has named none, or none that there is. */
const MOST_SHOWN = 10;

/**
 * The session to take up; undefined for a new one. `cwd` is the project folder, a real path. What only `-p` has used is not
 * offered to a conversation, though it can be named (C-5.4a). Throws `SessionError` where there is none such, or several: with
 * those that there are.
 */
export function sessionToTakeUp(
  command: Pick<SessionCommand, "session" | "root" | "cwd">,
  shelf: LogShelf,
  cwd: string,
  isPrinting = true,
): FoundSession | undefined {
  const { session, root } = command;
  if (session === "new") return undefined;
  const directory = { real: cwd, named: command.cwd };
  if (session === "newest") {
    const newest = newestSession(shelf, root, directory, ({ glance }) => isPrinting || !glance.isPrinted);
    if (newest) return newest;
    throw new SessionError(noneToContinue(newestSession(shelf, root, directory), command.cwd));
  }
  const found = sessionsNamed(shelf, root, directory, session.id);
  const [only, ...others] = found;
  if (only && others.length === 0) return [...sessionsOf(shelf, root, directory, only.id)][0];
  if (found.length > 0)
    throw new SessionError(
      `"${oneLine(session.id)}" means ${found.length} sessions. Give more of the id or of the name.\n${printSessions(found.slice(0, MOST_SHOWN), {})}`,
    );
  const sessions = choices(shelf, root, directory, isPrinting);
  const home = session.id === "" ? undefined : homeElsewhere(shelf, root, session.id);
  throw new SessionError(noneSuch(session.id, command.cwd, home, sessions));
}

function noneToContinue(printed: FoundSession | undefined, cwd: string): string {
  if (!printed) return `There is no session of ${cwd} to continue. Leave out -c to begin one.`;
  return `Of ${cwd} there are only sessions that -p has made. To go on with one of them, name it: -r ${printed.id.slice(0, 8)}.`;
}

/** The directory of a session that is not of this one. */
function homeElsewhere(shelf: LogShelf, root: string, id: string): string | undefined {
  for (const { glance } of allSessions(shelf, root, id)) {
    const home = homeOf(glance);
    if (home !== undefined) return oneLine(home);
  }
  return undefined;
}

function noneSuch(id: string, cwd: string, home: string | undefined, sessions: string): string {
  const none = `There is no session${id && ` ${id}`} of ${cwd}.`;
  if (home !== undefined) return `${none} There is one of ${home}: start there to take it up.`;
  if (sessions === "")
    return `${none} Sessions belong to the folder they began in; glass sessions --all lists all.`;
  return `${id === "" ? "Which session? Give -r its name, or the first characters of its id." : `${none} These there are:`}\n${sessions}`;
}

/** The newest sessions of a directory, as a table; empty where there are none. */
function choices(shelf: LogShelf, root: string, directory: Directory, isPrinting: boolean): string {
  const rows = listSessions(shelf, root, directory).filter(({ printed }) => isPrinting || !printed);
  if (rows.length === 0) return "";
  const more =
    rows.length > MOST_SHOWN ? `\n${rows.length - MOST_SHOWN} more: glass sessions lists all.` : "";
  return printSessions(rows.slice(0, MOST_SHOWN), {}) + more;
}

/** The project folder as its real path. Throws `SetupError` where there is none. */
export function projectFolder(cwd: string): string {
  try {
    const real = realpathSync.native(cwd);
    if (statSync(real).isDirectory()) return real;
  } catch {
    throw new SetupError(`There is no folder ${cwd}.`);
  }
  throw new SetupError(`${cwd} is not a folder.`);
}
