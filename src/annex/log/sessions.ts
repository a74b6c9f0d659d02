/** Which sessions a folder has, for whoever wants to take one up. */
import { join } from "node:path";
import { projectFolder, sessionIdOf } from "../../log/place.ts";
import { readLog } from "../../log/read.ts";
import { buildTree, leafOf } from "../../log/tree.ts";
import type { Disk } from "../../ports.ts";

/**
 * The sessions of this directory whose id begins so, the one that changed last first; sessions of look-alike
 * directories are passed over. A log is read only when it is come to.
 */
export function* sessionsOf(disk: Disk, root: string, cwd: string, beginning = ""): Generator<string> {
  const folder = projectFolder(root, cwd);
  for (const { name, kind } of disk.list(folder)) {
    const id = kind === "file" ? sessionIdOf(name) : undefined;
    if (id?.startsWith(beginning) && belongsTo(disk.read(join(folder, name)), cwd)) yield id;
  }
}

/** The session of this directory whose log changed last. */
export function newestSession(disk: Disk, root: string, cwd: string): string | undefined {
  const [newest] = sessionsOf(disk, root, cwd);
  return newest;
}

/** Does a log hold a conversation of this directory? One that names no directory is taken at its folder's word. */
function belongsTo(bytes: Uint8Array | undefined, cwd: string): boolean {
  const log = readLog(bytes ?? new Uint8Array());
  const named = log.lines.filter(({ line }) => typeof line["cwd"] === "string");
  if (named.length > 0 && !named.some(({ line }) => line["cwd"] === cwd)) return false;
  return leafOf(buildTree(log)) !== undefined;
}
