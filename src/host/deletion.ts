/** Taking files away for good, within one folder and nowhere else. */
import { lstatSync, realpathSync, rmSync } from "node:fs";
import { dirname, sep } from "node:path";
import type { Deletion } from "../annex/retention/remove.ts";

/** Removes what is in a folder. `root` is its real path. Whatever a link on the way leads to is refused. */
export function deletionIn(root: string): Deletion {
  return {
    changed: (path) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs,
    remove: (path) => {
      if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
      const folder = realpathSync.native(dirname(path));
      if (folder !== dirname(path) || !`${folder}${sep}`.startsWith(`${root}${sep}`))
        throw new Error(`${path} is not in ${root} itself`);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
