/** What a search may come upon: not the files that a rule forbids to read. */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { fileOf, filePattern, type Place } from "./files.ts";
import type { Rule } from "./rules.ts";

/**
 * The disk as the tools may list it. Whoever looks through folders, as Glob and Grep do, does not meet a file that a
 * rule for Read denies; one that is named outright is judged like any other call.
 */
export function searchableDisk(rules: readonly Rule[], place: Place): Disk {
  const { disk } = place;
  const patterns = rules
    .filter(({ behavior, tool }) => behavior === "deny" && tool === "Read")
    .map(({ pattern }) => filePattern(pattern ?? "//**", place));
  if (patterns.length === 0) return disk;
  const isHidden = (path: string) => patterns.some((pattern) => pattern.speaksOf(fileOf(path, place)));
  return {
    realPath: (path) => disk.realPath(path),
    kind: (path) => disk.kind(path),
    read: (path) => disk.read(path),
    write: (path, content) => disk.write(path, content),
    stat: (path) => disk.stat(path),
    replace: (path, content, mode) => disk.replace(path, content, mode),
    remove: (path) => disk.remove(path),
    list: (folder) => disk.list(folder).filter(({ name }) => !isHidden(join(folder, name))),
  };
}
