/** Commands that go over to another session, or name this one (C-5.1, C-5.4a, C-5.5). */
import { branchOff } from "../../annex/branch/branch-off.ts";
import { listSessions, type SessionRow } from "../../annex/log/sessions/listing.ts";
import { sessionsNamed } from "../../annex/log/sessions/named.ts";
import { nodeShelf } from "../../host/log-shelf.ts";
import { saveNew } from "../../host/save-new.ts";
import { SessionError } from "../../opened.ts";
import { sessionList } from "../pick/session-list.ts";
import { type Desk, type Doing, shortId } from "./desk.ts";

/** `/clear`: nothing of what was said is sent any more; the session is kept as it is. */
export const clear: Doing = ({ open, say }) => {
  if (!open.parts.isBegun()) return say("Nothing was said here yet: the session is as good as new.");
  const { id } = open.session;
  open.moveTo("new", { isOwn: true, source: "clear" });
  say(`A new session. The one before is kept: /resume ${shortId(id)} goes back to it.`);
};

/** Characters of a name: lists look for it in the end of a log, and would not find a longer one. */
const LONGEST_NAME = 1_000;

/** `/branch`: what was said goes on in a second session; the first one stays as it is. */
export const branch: Doing = ({ open, say }, argument) => {
  const origin = open.session;
  const name = argument === "" ? undefined : nameIn(argument);
  const keeping = { disk: origin.options.ports.disk, save: saveNew };
  const { session, told } = branchOff(origin, { name }, keeping);
  open.moveTo({ id: session.id }, { isOwn: true });
  for (const text of told) say(text);
  const called = name === undefined ? "" : ` "${name}"`;
  say(
    `You are in the branch${called} (${shortId(session.id)}). The session that it comes from stays as it is: /resume ${shortId(origin.id)} goes back.`,
  );
};

/** `/rename`: the name stands in the log, and lists show it. */
export const rename: Doing = ({ open, say }, argument) => {
  if (argument === "") throw new SessionError("What is it to be called? Write the name behind /rename.");
  if (!open.parts.isBegun())
    throw new SessionError("Nothing was said here yet, so there is nothing to name.");
  open.session.log.ledger({ type: "custom-title", customTitle: nameIn(argument) });
  say(`This session is called "${argument}": /resume and -r find it by that.`);
};

/** Throws `SessionError` for a text that was pasted by mistake. */
function nameIn(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  throw new SessionError(`A name is no longer than ${LONGEST_NAME} characters. Nothing was changed.`);
}

/** `/resume`: another session of this folder, by what it is called or out of a list. */
export const resume: Doing = async (desk, argument) => {
  const { open, lend, say } = desk;
  const rows = sessionsOf(open, argument);
  const [only, ...others] = rows;
  if (!only)
    throw new SessionError(
      argument === ""
        ? "This folder has no other session."
        : `No session of this folder is called "${argument}", and no id begins so.`,
    );
  const isNamed = argument !== "" && others.length === 0;
  const now = Date.now();
  const chosen: SessionRow | undefined = isNamed
    ? only
    : await lend((pick) => pick(sessionList(rows, { now, words: argument })));
  if (chosen) goOver(desk, chosen);
  else say("You stay in this session.");
};

/** Takes up another session, where it ended. */
export function goOver({ open, say, tell }: Desk, { id }: Pick<SessionRow, "id">): void {
  const before = open.session.id;
  if (id === before) {
    say("You are in that session.");
    return;
  }
  const wasBegun = open.parts.isBegun();
  open.moveTo({ id }, { isOwn: false });
  tell({ type: "moved", said: open.said });
  for (const input of open.recap()) tell(input);
  if (open.left.length > 0) tell({ type: "left", texts: open.left });
  const back = wasBegun ? ` /resume ${shortId(before)} goes back to the one before.` : "";
  say(`You are in ${shortId(id)}, where it ended.${back}`);
}

/** The sessions of this folder that are called so; for no name all but the open one and those of `-p` (C-5.4a). */
function sessionsOf({ command, parts, session }: Desk["open"], name: string): SessionRow[] {
  const directory = { real: parts.cwd, named: command.cwd };
  if (name !== "") return sessionsNamed(nodeShelf, command.root, directory, name);
  return listSessions(nodeShelf, command.root, directory).filter(
    ({ id, printed }) => id !== session.id && !printed,
  );
}
