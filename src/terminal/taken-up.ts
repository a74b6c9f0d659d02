/** The session that is taken up at a launch: itself, or with `--fork-session` a branch of it (C-5.5). */
import { branchOff } from "../annex/branch/branch-off.ts";
import { lastFlags, loggingFlags, lostTold } from "../annex/launch/flags.ts";
import { latestLines } from "../annex/log/latest-lines.ts";
import type { FoundSession } from "../annex/log/sessions/candidates.ts";
import { openerFor } from "../annex/log/sessions/continued-log.ts";
import { nodeShelf } from "../host/log-shelf.ts";
import { hostPorts } from "../host/ports.ts";
import { saveNew } from "../host/save-new.ts";
import type { Ports } from "../ports.ts";
import { Session } from "../session.ts";
import type { SessionCommand } from "./command.ts";
import { sessionToTakeUp } from "./open-session.ts";
import { launchFlags } from "./session-options.ts";

/** What it is taken up with. */
interface Taking {
  /** The project folder, a real path. */
  readonly cwd: string;
  readonly isPrinting: boolean | undefined;
  readonly openLog: Ports["openLog"];
  readonly tell: (text: string) => void;
}

/** Which session it is, if any, and hooks that keep with which flags. Throws `SessionError`, `LogWriteError`. */
export function takenUp(command: SessionCommand, { cwd, isPrinting, openLog, tell }: Taking) {
  const named = sessionToTakeUp(command, nodeShelf, cwd, isPrinting);
  const flags = launchFlags(command);
  const before = named ? lastFlags(latestLines(openLog(named.path))) : [];
  const lost = lostTold(before, flags);
  if (lost !== undefined) tell(lost);
  const isForked = named !== undefined && command.isForked === true;
  return {
    taken: isForked ? forked(named, { root: command.root, cwd }, openLog, tell) : named,
    keepingFlags: (log: Parameters<typeof loggingFlags>[2]) =>
      loggingFlags(flags, isForked ? [] : before, log),
  };
}

/** Makes the branch, in the folder of the project, and returns where it is. Throws `SessionError`, `LogWriteError`. */
function forked(
  found: FoundSession,
  { root, cwd }: Pick<SessionCommand, "root" | "cwd">,
  openLog: Ports["openLog"],
  tell: (text: string) => void,
): Pick<FoundSession, "id" | "path"> {
  const nobody = async () => {
    throw new Error("Nothing is asked where a branch is made.");
  };
  const ports = hostPorts({
    model: { send: nobody },
    ask: { permit: nobody },
    openLog: openerFor(found, openLog),
  });
  const options = { ports, root, cwd, platform: process.platform, logPath: found.path };
  const { session, told } = branchOff(
    Session.resume(options, found.id),
    {},
    { disk: ports.disk, save: saveNew },
  );
  for (const text of told) tell(text);
  tell(`This is a branch of ${found.id}, which stays as it is.`);
  return { id: session.id, path: session.path };
}
