/** Where results that are too long to be shown are saved whole (O-13): beside the session's log, in a folder of its name. */
import { basename, dirname, join } from "node:path";
import { isSessionId } from "../../log/place.ts";
import type { Disk } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";
import { ToolError } from "../../tools/tool.ts";

const FOLDER = "tool-results";

/** The folder of a session's saved results, and of its agents'. `sessionLog` is the path of the session's own log. */
export function resultsFolder(sessionLog: string): string {
  return join(sessionLog.replace(/\.jsonl$/, ""), FOLDER);
}

/**
 * The file in a session's folder of saved results that an absolute path means, wherever symlinks go on the way; undefined for
 * any other path. What a branch has been told before it was one names the folder of its origin: it means the copy, which is
 * there though the original be gone (D-22). Law: branch-keeps
 */
export function savedResult(disk: Disk, folder: string, path: string): string | undefined {
  if (isInside(disk, folder, path)) return path;
  const copy = join(folder, basename(path));
  const isCopied = isOfOtherSession(folder, path) && disk.kind(copy) === "file";
  return isCopied && isInside(disk, folder, copy) ? copy : undefined;
}

function isInside(disk: Disk, folder: string, path: string): boolean {
  const real = disk.realPath(folder);
  if (real === undefined) return false;
  try {
    return confine(disk, real, path) !== real;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}

/** Is it a place for a saved result of another session of this data root: `projects/PROJECT/SESSION/tool-results/NAME`? */
function isOfOtherSession(folder: string, path: string): boolean {
  const from = dirname(path);
  const projects = (results: string) => dirname(dirname(dirname(results)));
  const isSessions = basename(from) === FOLDER && isSessionId(basename(dirname(from)));
  return isSessions && projects(from) === projects(folder);
}
