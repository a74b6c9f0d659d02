/** Tells when a file of a folder is saved: the system tells it, or the folder is looked through again and again. */
import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Editors save in several steps; what comes so close together is one save. Milliseconds. */
const TOGETHER_MS = 150;
/** How often a folder is looked through where the system tells of nothing. Milliseconds. */
const EVERY_MS = 1000;

/** How a folder is watched. */
export interface Watching {
  readonly how: "told" | "looked for";
  readonly close: () => void;
}

/**
 * Calls `saved` after each change in a folder, at whatever depth. Containers and network drives tell of no change: then, and
 * with `polls`, the times of its files are compared.
 */
export function watchSaves(folder: string, saved: () => void, polls: boolean, everyMs = EVERY_MS): Watching {
  let timer: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(saved, TOGETHER_MS);
  };
  const stop = polls ? undefined : told(folder, soon);
  const end = stop ?? lookedFor(folder, soon, everyMs);
  return {
    how: stop ? "told" : "looked for",
    close: () => {
      clearTimeout(timer);
      end();
    },
  };
}

/**
 * Undefined where the system cannot do it. Each folder is watched, not each file: many editors save by putting a new file in
 * the old one's place, and `recursive` on Linux goes on watching the old one.
 */
function told(root: string, soon: () => void): (() => void) | undefined {
  const watchers = new Map<string, FSWatcher>();
  const follow = (): boolean => {
    const before = watchers.size;
    for (const folder of foldersIn(root)) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_, name) => {
        // Something may be in a new folder already.
        if (grown() || name === null || name.endsWith(".ts")) soon();
      });
      // A folder that is removed meanwhile.
      watcher.on("error", () => {});
      watchers.set(folder, watcher);
    }
    return watchers.size > before;
  };
  const grown = () => {
    try {
      return follow();
    } catch {
      // A folder that was there a moment ago.
      return false;
    }
  };
  const close = () => {
    for (const watcher of watchers.values()) watcher.close();
  };
  try {
    follow();
    return close;
  } catch {
    // There are too many watched ones already.
    close();
    return undefined;
  }
}

function foldersIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return [
    root,
    ...entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)),
  ];
}

function lookedFor(folder: string, soon: () => void, everyMs: number): () => void {
  let before = timesIn(folder);
  const timer = setInterval(() => {
    const now = timesIn(folder);
    if (now !== before) soon();
    before = now;
  }, everyMs);
  return () => clearInterval(timer);
}

/** The files with their times, as one text that is the same as long as nothing was saved. */
function timesIn(folder: string): string {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
      .join("\n");
  } catch {
    // It is just being handed out anew.
    return "";
  }
}
