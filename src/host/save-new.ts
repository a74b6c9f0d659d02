/** New files that hold what was said in a session: like its log, they are for its user's eyes only. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a file, and its folders, that nobody else may read (bug report 124). When this returns, it is on the disk itself.
 * Throws where it cannot be written whole, and then leaves none; and where one is there already, which it leaves as it is.
 */
export function saveNew(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, content, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    const isOthers = error instanceof Error && "code" in error && error.code === "EEXIST";
    if (!isOthers) rmSync(path, { force: true });
    throw error;
  }
}
