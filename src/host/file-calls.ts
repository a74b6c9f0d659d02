/** The file system as a log uses it. */
import type * as fs from "node:fs";
import { dirname } from "node:path";

/** The calls into the file system that a log makes. A test lets the nth of them fail. */
export type FileCalls = Pick<
  typeof fs,
  | "mkdirSync"
  | "openSync"
  | "closeSync"
  | "fstatSync"
  | "statSync"
  | "fchmodSync"
  | "readSync"
  | "readFileSync"
  | "writeSync"
  | "fdatasyncSync"
  | "fsyncSync"
>;

const FOR_OTHERS = 0o077;

/** Lets nobody but its owner read an open file of ours (bug report 124). */
export function tighten(calls: FileCalls, file: number, { mode, uid }: fs.Stats): void {
  if ((mode & FOR_OTHERS) === 0 || uid !== process.getuid?.()) return;
  try {
    calls.fchmodSync(file, 0o600);
  } catch {
    // A file system without owners cannot be told who may read, and a log there is better than none.
  }
}

/**
 * Waits until a new file can be found after the machine has fallen: its name is kept by the folder that it stands in, and
 * the folder's, where that is new as well, by the next one. `outermost` is the first name that is new.
 */
export function syncNames(calls: FileCalls, path: string, outermost: string): void {
  for (let name = path; ; name = dirname(name)) {
    const folder = calls.openSync(dirname(name), "r");
    try {
      calls.fsyncSync(folder);
    } finally {
      calls.closeSync(folder);
    }
    if (name === outermost) return;
  }
}
