/** Tells when a file of a folder is saved: the system tells it, or the folder is looked through again and again. */
import { readdirSync, statSync, watch as watchFolder } from "node:fs";
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

/** Undefined where the system cannot do it. */
function told(folder: string, soon: () => void): (() => void) | undefined {
  try {
    const watcher = watchFolder(folder, { recursive: true }, (_, name) => {
      if (name === null || name.endsWith(".ts")) soon();
    });
    // A folder that is removed meanwhile, or too many watched ones.
    watcher.on("error", () => {});
    return () => watcher.close();
  } catch {
    return undefined;
  }
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
