/** `/branch` (C-5.5): the history goes on in a second file, under an id of its own. */
import { type Line, printLine } from "../log/entry.ts";
import { sessionPath } from "../log/place.ts";
import { SessionError } from "../opened.ts";
import { lastDigestLine } from "../request/digest.ts";
import { Session } from "../session.ts";
import { wholeWayTo } from "./rewind.ts";

/** Ledger lines that are about an entry name it in one of these fields (O-19, O-36). */
const BESIDE = ["messageId", "snapshotMessageId", "leafUuid"];

const ENDS_HERE = "The branch goes on from here.";

/** Of which branch, and how it is to be called. */
export interface Branching {
  /** The entry that it ends at. Left out: where the session stands. */
  readonly at?: string | null;
  readonly name?: string | undefined;
  /** Called before a line is written, so that what they name beside the log is there first. */
  readonly beside?: (sessionId: string, lines: readonly Line[]) => void;
}

/**
 * Copies what leads to an entry, and no other branch, into the log of a new session; of the old one no byte is touched. The
 * uuids stay, and each copied entry names the one that it is a copy of (O-20, D-22). What lies beside the log is copied by
 * whoever knows of it. Stopped in between, the new session is shorter, and whole. Throws `SessionError` where nothing was said
 * yet, `LogWriteError`. Law: branch-alike, branch-independent, branch-stopped
 */
export function branch(session: Session, { at = session.log.cursor, name, beside }: Branching = {}): Session {
  const { options, log } = session;
  const { ports, root, cwd } = options;
  const read = log.read();
  const copied = new Map(wholeWayTo(log.tree(read), at).map(({ entry }) => [entry.uuid, entry]));
  if (copied.size === 0) throw new SessionError("Nothing was said yet, so there is nothing to branch off.");
  const sessionId = ports.ids.uuid();
  const digests = lastDigestLine(read);
  const lines = read.lines.flatMap(({ line }): Line[] => {
    const messageUuid = String(line["uuid"]);
    if (copied.get(messageUuid) === line)
      return [{ ...line, sessionId, forkedFrom: { sessionId: session.id, messageUuid } }];
    const isBeside = line === digests || BESIDE.some((field) => copied.has(String(line[field])));
    return isBeside ? [{ ...line, sessionId }] : [];
  });
  beside?.(sessionId, lines);
  const file = ports.openLog(sessionPath(root, cwd, sessionId));
  for (const line of lines) file.append(printLine(line));
  if (name !== undefined) file.append(printLine({ type: "custom-title", customTitle: name, sessionId }));
  file.append(printLine({ type: "last-prompt", leafUuid: at, sessionId }), true);
  const child = Session.resume({ ...options, logPath: undefined }, sessionId);
  // Something that comes along with the entry may hang on it, and then it is no leaf.
  if (child.log.cursor !== at) child.log.entry({ type: "system", subtype: "rewind", content: ENDS_HERE }, at);
  return child;
}
