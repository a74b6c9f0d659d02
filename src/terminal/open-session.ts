/** Where a session belongs, and which one: a new one, the newest of a folder, or a named one. */
import { realpathSync, statSync } from "node:fs";
import { newestSession, sessionsOf } from "../annex/log/sessions.ts";
import { SessionError } from "../opened.ts";
import type { Disk } from "../ports.ts";
import type { SessionCommand } from "./command.ts";
import { SetupError } from "./setup-error.ts";

/**
 * The id of the session to take up; undefined for a new one. `cwd` is the project folder, a real path. Throws
 * `SessionError` where there is none such, or several.
 */
export function sessionToTakeUp(command: SessionCommand, disk: Disk, cwd: string): string | undefined {
  const { session, root } = command;
  if (session === "new") return undefined;
  if (session === "newest") {
    const newest = newestSession(disk, root, cwd);
    if (newest) return newest;
    throw new SessionError(`There is no session of ${command.cwd} to continue. Leave out -c to begin one.`);
  }
  const found = [...sessionsOf(disk, root, cwd, session.id)];
  const [only, ...others] = found;
  if (!only) {
    throw new SessionError(
      `There is no session ${session.id} of ${command.cwd}. Sessions belong to the folder they began in.`,
    );
  }
  if (others.length > 0) {
    throw new SessionError(`${session.id} is the beginning of ${found.length} session ids. Give more of it.`);
  }
  return only;
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
