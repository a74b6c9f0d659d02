/** Where memory files stand, and in which order the model is shown them. */
import { dirname, join, relative } from "node:path";
import type { MemoryFile } from "../../context/memory.ts";
import { projectFolder } from "../../log/place.ts";
import type { Disk } from "../../ports.ts";
import { isInside } from "../../tools/confine.ts";

import { ruleFiles } from "./rules.ts";

/** Where a session's memory is looked for. */
export interface MemoryPlace {
  readonly disk: Disk;
  /** The data root, where the user's own memory stands. */
  readonly root: string;
  /** The project folder, a real path. */
  readonly cwd: string;
  /** The user's home folder: `~/` in an import. */
  readonly home: string;
}

/** A file that may be there. */
export interface MemoryPath {
  readonly path: string;
  readonly scope: MemoryFile["scope"];
  /** Whose memory it is part of: what patterns of a rule are taken from. */
  readonly base: string;
  /** The folder that neither its link nor its imports may lead out of; undefined for the user's own. */
  readonly within: string | undefined;
  /** Of a rule: does it count only where its head says which files it is for? */
  readonly onlyForSome?: boolean;
}

/**
 * The files that a session begins with: what was noted in earlier sessions, the user's own, then those of each folder from
 * the root of the file system down to the project. The nearer to the work, the later, for what is read last counts most.
 * Law: memory-order
 */
export function startPaths(place: MemoryPlace): MemoryPath[] {
  const { root, cwd } = place;
  const user = { base: cwd, within: undefined };
  return [
    { path: join(projectFolder(root, cwd), "memory", "MEMORY.md"), scope: "auto", ...user },
    { path: join(root, "CLAUDE.md"), scope: "user", ...user },
    ...ruleFiles(place.disk, join(root, "rules"), undefined).map(
      (path) => ({ path, scope: "rule", ...user }) as const,
    ),
    ...foldersDownTo(cwd).flatMap((folder) => pathsIn(folder, place)),
  ];
}

/** The files of one folder. What is a person's own on this machine comes last. */
export function pathsIn(folder: string, place: MemoryPlace): MemoryPath[] {
  const { disk } = place;
  const own = { base: folder, within: boundaryOf(folder, place) };
  // At home it is another program's data root, not a project's.
  const settings = folder === realHome(place) ? undefined : join(folder, ".claude");
  return [
    { path: join(folder, "CLAUDE.md"), scope: "project", ...own },
    ...(settings === undefined
      ? []
      : [
          { path: join(settings, "CLAUDE.md"), scope: "project", ...own } as const,
          ...ruleFiles(disk, join(settings, "rules"), own.within).map(
            (path) => ({ path, scope: "rule", ...own }) as const,
          ),
        ]),
    { path: join(folder, "CLAUDE.local.md"), scope: "local", ...own },
  ];
}

/**
 * The folder that what stands in a folder may not lead out of, for others may have written it: that of its repository,
 * else the folder itself. A home folder that is a repository holds more than a project.
 */
export function boundaryOf(folder: string, place: Pick<MemoryPlace, "disk" | "home">): string {
  const repository = foldersDownTo(folder).findLast((each) => isThere(place.disk, join(each, ".git")));
  return repository === undefined || isInside(repository, realHome(place)) ? folder : repository;
}

function isThere(disk: Disk, path: string): boolean {
  try {
    return disk.kind(path) !== undefined;
  } catch {
    return false;
  }
}

function realHome({ disk, home }: Pick<MemoryPlace, "disk" | "home">): string {
  try {
    return disk.realPath(home) ?? home;
  } catch {
    return home;
  }
}

/** The folders between the project and a file in it, the outermost first. */
export function foldersDownToFile(cwd: string, file: string): string[] {
  if (!isInside(cwd, file)) return [];
  return foldersDownTo(dirname(file)).filter(
    (folder) => relative(cwd, folder) !== "" && isInside(cwd, folder),
  );
}

/** A folder and all above it, the root of the file system first. */
function foldersDownTo(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [...foldersDownTo(above), folder];
}

/** A path as a person in the project reads it. */
export function displayed(path: string, cwd: string): string {
  return isInside(cwd, path) ? relative(cwd, path) : path;
}
