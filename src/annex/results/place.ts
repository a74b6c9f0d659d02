/** Where results that are too long to be shown are saved whole (O-13): beside the session's log, in a folder of its name. */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";
import { ToolError } from "../../tools/tool.ts";

/** The folder of a session's saved results, and of its agents'. `sessionLog` is the path of the session's own log. */
export function resultsFolder(sessionLog: string): string {
  return join(sessionLog.replace(/\.jsonl$/, ""), "tool-results");
}

/** Does an absolute path lead to something in the folder of saved results, wherever symlinks go on the way? */
export function isSavedResult(disk: Disk, folder: string, path: string): boolean {
  const real = disk.realPath(folder);
  if (real === undefined) return false;
  try {
    return confine(disk, real, path) !== real;
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
}
