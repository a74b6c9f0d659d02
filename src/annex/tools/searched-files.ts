/** The files that a call of Glob or Grep asks for. */
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import picomatch from "picomatch";
import type { Disk } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";
import { ToolError } from "../../tools/tool.ts";
import { filesBelow, type ProjectFile } from "./project-files.ts";

/** What the model is told of the files that are looked at. */
export const LOOKED_AT =
  "Hidden files are looked at; .git and what a .gitignore of the project names are not, unless path points into it. Links are not followed.";

/**
 * The files below a path of the project, or the one that it names, as far as a glob pattern fits them. Throws
 * `ToolError` for a path or a pattern that leads out of the project.
 */
export function filesFor(disk: Disk, cwd: string, path: unknown, pattern: unknown): ProjectFile[] {
  const start = confine(disk, cwd, path === undefined ? cwd : String(path));
  const kind = disk.kind(start);
  if (kind === undefined) throw new ToolError(`There is nothing at ${start}.`);
  if (kind === "file") {
    const itself = disk.list(dirname(start)).filter(({ name }) => name === basename(start));
    return itself.map(({ changed, bytes }) => ({ path: relative(cwd, start), changed, bytes }));
  }
  const fits = pattern === undefined ? () => true : fitting(start, String(pattern));
  return [...filesBelow(disk, cwd, start)].filter((file) => fits(relative(start, join(cwd, file.path))));
}

/** An absolute pattern is taken from the folder on that it begins with. */
function fitting(start: string, pattern: string): (path: string) => boolean {
  const within = pattern.startsWith(`${start}/`) ? pattern.slice(start.length + 1) : pattern;
  if (within === "" || isAbsolute(within) || within.split("/").includes("..")) {
    throw new ToolError(
      `The pattern ${JSON.stringify(pattern)} fits nothing in ${start}: it is matched against paths from there on. Give another folder as path.`,
    );
  }
  return picomatch(within, { dot: true, noextglob: true });
}

/** The order of two paths, the same on every machine. */
export function inOrder(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
