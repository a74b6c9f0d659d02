/** One memory file, read off the disk, or why it is not read. */
import { basename, dirname } from "node:path";
import type { Disk } from "../../ports.ts";
import { isInside } from "../../tools/confine.ts";

/** A larger memory file is left out whole: no window holds it. */
const LARGEST = 4 * 1024 * 1024;

/** The text of a file, or why there is none to be had. */
export type FileRead =
  | {
      /** Where the file itself lies, links followed: what makes two names one file. */
      readonly real: string;
      readonly text: string;
      /** How large it is on the disk. */
      readonly bytes: number;
    }
  | { readonly why: string };

/** Reads a memory file as `readToldFile` does, unless it is no text at all. Never throws. Law: memory-confined */
export function readMemoryFile(disk: Disk, path: string, within?: string): FileRead | undefined {
  const read = readToldFile(disk, path, within, outsideOf);
  return read && "text" in read && read.text.includes("\0") ? { why: "it is binary, not text" } : read;
}

/**
 * Reads a file that is told to the model unasked; undefined where there is nothing at all. A link is followed, but not to a
 * folder or a pipe, and not out of the folder `within`, where that is given; `outside` says so to a person. A byte order
 * mark and the kind of line end are no part of the text: they would make another prefix of the same words. Never throws.
 * Law: told-confined
 */
export function readToldFile(
  disk: Disk,
  path: string,
  within: string | undefined,
  outside: (folder: string) => string,
): FileRead | undefined {
  try {
    const real = disk.realPath(path);
    if (real === undefined)
      return disk.kind(path) === undefined ? undefined : { why: "it is a link that leads nowhere" };
    if (within !== undefined && !isInside(within, real)) return { why: outside(within) };
    const kind = disk.kind(real);
    if (kind !== "file") return { why: kind === "folder" ? "it is a folder" : "it is not a file" };
    const listed = listedIn(disk, real);
    // A rule may speak of the link, or of a folder on the way to it.
    if (listed === "denied" || (path !== real && listedIn(disk, path) === "denied"))
      return { why: "a permission rule denies reading it" };
    if (listed.bytes > LARGEST) return { why: `it is larger than ${LARGEST / 1024 / 1024} MiB` };
    const bytes = disk.read(real);
    if (!bytes) return undefined;
    const text = new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
    return { real, text, bytes: bytes.length };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return { why: `it cannot be read (${reason})` };
  }
}

/** A file that a rule for Read denies is in no list. Who may not look into a folder may read in it all the same. */
function listedIn(disk: Disk, real: string): { readonly bytes: number } | "denied" {
  let list: ReturnType<Disk["list"]>;
  try {
    list = disk.list(dirname(real));
  } catch {
    return { bytes: 0 };
  }
  // Some file systems do not tell big letters from small ones, nor the ways to write one letter.
  const named = spelling(basename(real));
  return list.find(({ name }) => spelling(name) === named) ?? "denied";
}

function spelling(name: string): string {
  return name.normalize().toLowerCase();
}

function outsideOf(folder: string): string {
  return `it lies outside of ${folder}, and only your own memory files may lead there: import it in your own CLAUDE.md, under GLASS_HOME`;
}
