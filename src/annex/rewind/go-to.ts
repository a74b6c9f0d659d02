/** To wherever in the log a conversation has been, and on from there (D-21): nothing is rewritten. */
import { goOnFrom, promptsTo } from "../../commands/rewind.ts";
import { SessionError } from "../../opened.ts";
import type { Session } from "../../session.ts";

/**
 * The session goes on behind an entry, on whichever branch that is: an entry and the line that names it say so, as after a
 * rewind, so it outlives the process. Throws `SessionError` where there is no such entry. Law: tree-goes
 */
export function goBehind(session: Session, uuid: string): void {
  const tree = session.log.tree();
  if (!tree.byUuid.has(uuid)) throw new SessionError(`There is no entry ${uuid} to go to.`);
  const lastPrompt = promptsTo(tree, uuid).at(-1)?.text;
  goOnFrom(session, uuid, "The conversation goes on from behind an earlier entry.", lastPrompt);
}
