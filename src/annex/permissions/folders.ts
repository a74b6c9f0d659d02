/** Whether a folder holds files that a rule speaks of. */
import { join } from "node:path";
import { type FilePattern, fileOf, type Place } from "./files.ts";

/** How many files are looked at before it counts as unknown. */
const MOST_LOOKED_AT = 2000;

/** Is there such a file in a folder, at any depth, or too much to look through? False for what is no folder. */
export function holds(pattern: FilePattern, folder: string, place: Place): boolean {
  const { disk } = place;
  if (disk.kind(folder) !== "folder" || !pattern.mayBeIn(folder)) return false;
  const folders = [folder];
  let looked = 0;
  for (const within of folders) {
    for (const { name, kind } of disk.list(within)) {
      looked += 1;
      const file = fileOf(join(within, name), place);
      if (looked > MOST_LOOKED_AT || pattern.speaksOf(file)) return true;
      if (kind === "folder") folders.push(file.named);
      // A link may lead round in a circle, so what is behind it is not looked through.
      if (kind === "link" && file.real !== undefined && isFolderOf(pattern, file.real, place)) return true;
    }
  }
  return false;
}

function isFolderOf(pattern: FilePattern, path: string, { disk }: Place): boolean {
  return disk.kind(path) === "folder" && pattern.mayBeIn(path);
}
