/** The project's files on a real disk. */
import {
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Disk, DiskEntry } from "../ports.ts";
import { replaceFile } from "./replace-file.ts";

/** Permissions, and whose rights a program has. */
const MODE_BITS = 0o7777;

const GONE = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG"]);
const OUT_OF_REACH = new Set([...GONE, "ELOOP", "EACCES"]);

/** The disk of this machine. Every method throws what the file system says, but for "there is nothing there". */
export const nodeDisk: Disk = {
  realPath: (path) => orNothing(() => realpathSync.native(path), OUT_OF_REACH),
  kind: (path) => orNothing(() => kindOf(lstatSync(path))),
  read: (path) => orNothing(() => new Uint8Array(readFileSync(path))),
  write: (path, content) => {
    mkdirSync(dirname(path), { recursive: true });
    // Whoever swaps the file for a symlink between the check and the write gets an error, not a write elsewhere.
    const file = openSync(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW,
      0o644,
    );
    try {
      writeFileSync(file, content);
    } finally {
      closeSync(file);
    }
  },
  stat: (path) => {
    const found = orNothing(() => lstatSync(path));
    return found?.isFile() ? { links: found.nlink, mode: found.mode & MODE_BITS } : undefined;
  },
  replace: (path, content, mode) => replaceFile(path, content, mode),
  remove: (path) => (lstatSync(path).isDirectory() ? rmdirSync(path) : unlinkSync(path)),
  list: (folder) => {
    const names = orNothing(() => readdirSync(folder)) ?? [];
    // What is gone again since the folder was read is not in it.
    const entries = names.flatMap((name) => orNothing(() => [entryOf(folder, name)]) ?? []);
    return entries.sort((a, b) => b.changed - a.changed);
  },
};

function entryOf(folder: string, name: string): DiskEntry {
  const stat = lstatSync(join(folder, name));
  return { name, kind: kindOf(stat), changed: stat.mtimeMs, bytes: stat.size };
}

function kindOf(
  entry: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">,
): "file" | "folder" | "link" | "other" {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function orNothing<T>(look: () => T, codes = GONE): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && codes.has(String(error.code))) return undefined;
    throw error;
  }
}
