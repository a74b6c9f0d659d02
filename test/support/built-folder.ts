/** Where a run of the tests keeps what it builds: a folder of its own, gone when the run is. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Called by vitest before the first test; what it returns, after the last. */
export function setup(): () => void {
  // Within the project, so that what lies there finds the project's packages.
  const folder = join(fileURLToPath(new URL("../../", import.meta.url)), `.built-${process.pid}`);
  process.env["GLASS_BUILT"] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
