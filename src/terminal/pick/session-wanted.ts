/** `-r` at a terminal: which session, where that is not said, or where what is said means several (C-5.4a). */
import { listSessions } from "../../annex/log/sessions/listing.ts";
import { sessionsNamed } from "../../annex/log/sessions/named.ts";
import { nodeShelf } from "../../host/log-shelf.ts";
import type { SessionCommand } from "../command.ts";
import { projectFolder } from "../open-session.ts";
import type { Picker } from "./pick.ts";
import { sessionList } from "./session-list.ts";

/**
 * What the command says or, where that is to be chosen, what the person has; undefined where none was chosen. What there is
 * none of stays as it is said: whoever opens it tells so. Sessions of `-p` are not offered, though they can be named.
 */
export async function sessionWanted(
  { session, root, cwd }: Pick<SessionCommand, "session" | "root" | "cwd">,
  pick: Picker,
): Promise<SessionCommand["session"] | undefined> {
  if (session === "new" || session === "newest") return session;
  const directory = { real: projectFolder(cwd), named: cwd };
  const rows =
    session.id === ""
      ? listSessions(nodeShelf, root, directory).filter(({ printed }) => !printed)
      : sessionsNamed(nodeShelf, root, directory, session.id);
  const isOpen = rows.length > 1 || (session.id === "" && rows.length > 0);
  if (!isOpen) return session;
  const chosen = await pick(sessionList(rows, { now: Date.now() }));
  return chosen && { id: chosen.id };
}
