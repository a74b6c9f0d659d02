/** `/branch` (C-5.5): the history goes on in a second file, under an id of its own. */
import { type Line, printLine } from "../log/entry.ts";
import { sessionPath } from "../log/place.ts";
import { lastDigestLine } from "../request/digest.ts";
import { Session } from "../session.ts";
import { historyOf } from "./rewind.ts";

/** Ledger lines that are about an entry name it in one of these fields (O-19). */
const BESIDE = ["messageId", "snapshotMessageId"];

/** Of which branch, and how it is to be called. */
export interface Branching {
  /** The entry that it ends at. Left out: where the session stands. */
  readonly at?: string | null;
  readonly name?: string | undefined;
}

/**
 * Copies what leads to an entry, and no other branch, into the log of a new session; of the old one no byte is touched. The
 * uuids stay, and each copied entry names the one that it is a copy of (O-20, D-22). What lies beside the log is copied by
 * whoever knows of it. Throws `LogWriteError`. Law: branch-apart, branch-alike
 */
export function branch(session: Session, { at = session.log.cursor, name }: Branching = {}): Session {
  const { options, log } = session;
  const { ports, root, cwd } = options;
  const sessionId = ports.ids.uuid();
  const file = ports.openLog(sessionPath(root, cwd, sessionId));
  const write = (line: Line) => file.append(printLine({ ...line, sessionId }));
  const read = log.read();
  const copied = new Map(historyOf(log.tree(read), at).map(({ entry }) => [entry.uuid, entry]));
  const digests = lastDigestLine(read);
  for (const { line } of read.lines) {
    const uuid = String(line["uuid"]);
    if (copied.get(uuid) === line)
      write({ ...line, forkedFrom: { sessionId: session.id, messageUuid: uuid } });
    else if (line === digests || BESIDE.some((field) => copied.has(String(line[field])))) write(line);
  }
  if (name !== undefined) write({ type: "custom-title", customTitle: name });
  write({ type: "last-prompt", leafUuid: at });
  return Session.resume({ ...options, logPath: undefined }, sessionId);
}
