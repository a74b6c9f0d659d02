/** The session logs of this machine: where they lie, and how they are looked at. */
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { LogShelf } from "../annex/log/sessions/candidates.ts";
import { nodeDisk } from "./disk.ts";
import { withLogSource } from "./log-source.ts";

/** One log of a shelf is open at a time, so all are read into the same memory. */
const MEMORY = new Uint8Array(1280 * 1024);

/** The logs of this machine. */
export const nodeShelf: LogShelf = {
  list: nodeDisk.list,
  realPath: nodeDisk.realPath,
  open: (path, look) => withLogSource(path, look, MEMORY),
};

/**
 * The logs in a folder and in all folders below it, by path. Links are not followed, so each comes once. A folder that may
 * not be read is `told`, and the others are looked through.
 */
export function logsBelow(folder: string, told: (folder: string, error: unknown) => void): string[] {
  const found: string[] = [];
  const open = [folder];
  for (const each of open) {
    for (const entry of entriesOf(each, told)) {
      const path = join(each, entry.name);
      if (entry.isDirectory()) open.push(path);
      else if (entry.isFile() && entry.name.endsWith(".jsonl")) found.push(path);
    }
  }
  return found.sort();
}

function entriesOf(folder: string, told: (folder: string, error: unknown) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    told(folder, error);
    return [];
  }
}
