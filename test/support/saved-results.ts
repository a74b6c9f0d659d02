/** Results that are saved on a disk in memory, as the host saves them on a real one. */
import type { ResultKeeping } from "#src/annex/results/persisting.ts";
import { resultsFolder } from "#src/annex/results/place.ts";
import type { World } from "./world.ts";

/** What results of a session on this world are saved with. `isFull`: its disk takes nothing more. */
export function keepingOn(world: World, sessionLog: () => string, isFull = false): ResultKeeping {
  return {
    ids: world.ids,
    folder: () => resultsFolder(sessionLog()),
    save: (path, content) => {
      if (isFull) throw new Error("ENOSPC: no space left on device");
      if (world.disk.kind(path) !== undefined) throw new Error(`EEXIST: file already exists, ${path}`);
      world.disk.put(path, content);
    },
  };
}
