/** `glass sessions`: lists them. Nothing is written. */
import { listSessions } from "../annex/log/sessions/listing.ts";
import { nodeShelf } from "../host/log-shelf.ts";
import type { SessionsCommand } from "./command.ts";
import { projectFolder } from "./open-session.ts";
import type { Output } from "./output.ts";
import { printSessions } from "./sessions-table.ts";
import { terminalWidth } from "./style.ts";

/** Lists the sessions of a folder, or of all; the newest change first. Returns the exit code. Throws `SetupError`. */
export function sessionsCommand({ root, cwd, all, json }: SessionsCommand, out: Output): number {
  const directory = all ? undefined : { real: projectFolder(cwd), named: cwd };
  const rows = listSessions(nodeShelf, root, directory);
  if (json) {
    const told = rows.map((row) => ({ ...row, changed: new Date(row.changed).toISOString() }));
    out.print(JSON.stringify(told, null, 1));
  } else if (rows.length > 0) {
    out.print(printSessions(rows, { all, ...terminalWidth(process.stdout) }));
  } else {
    out.note(
      all ? `There are no sessions under ${root}.` : `There are no sessions of ${cwd}; --all lists all.`,
    );
  }
  return 0;
}
