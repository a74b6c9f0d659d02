/** What joins when a file is read or written: the memory of the folders above it, and the rules that are for it (C-6.2). */
import { resolve } from "node:path";
import type { Attachment } from "../../hooks.ts";
import { joining, toldMemory } from "./injections.ts";
import { loadPaths } from "./load.ts";
import { displayed, foldersDownToFile, type MemoryPlace, pathsIn, startPaths } from "./places.ts";

/** A file that was come to, and how, in words for a person: "src/a.ts was read". */
export interface Touched {
  readonly path: string;
  readonly how: string;
}

/**
 * The memory that is for a file and does not stand in the conversation yet. `known` are the real paths of what it began
 * with; `told` what has joined since. Law: joins-from-read
 */
export function joins(
  place: MemoryPlace,
  { path, how }: Touched,
  known: ReadonlySet<string>,
  told: () => readonly Attachment[],
): Attachment[] {
  const { cwd } = place;
  const named = resolve(cwd, path);
  const real = realPathOf(place, named);
  // Through a link into another folder the file is in that folder; its own name may still be what a rule is for.
  const ways = [...new Set([named, real])];
  const folders = [...new Set(ways.flatMap((way) => foldersDownToFile(cwd, way)))];
  const nested = folders.flatMap((folder) => pathsIn(folder, place));
  const rules = startPaths(place)
    .filter(({ scope }) => scope === "rule")
    .map((rule) => ({ ...rule, onlyForSome: true }));
  const { files } = loadPaths(place, [...nested, ...rules], { ways, why: how, known });
  if (files.length === 0) return [];
  const standing = toldMemory(told());
  const absent = files.filter((file) => !standing.has(file.path));
  return absent.map((file) => joining(file, displayed(file.path, cwd)));
}

function realPathOf({ disk }: MemoryPlace, path: string): string {
  try {
    return disk.realPath(path) ?? path;
  } catch {
    return path;
  }
}
