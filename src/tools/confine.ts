/**
 * The one gate for paths (D-31): a file tool touches nothing outside the project folder, whatever the path says and
 * wherever symlinks lead.
 */
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Disk } from "../ports.ts";
import { ToolError } from "./tool.ts";

/**
 * The real path that `path` means, taken from the project folder `root` (itself a real path). The target need not
 * exist; then its deepest existing folder decides. Throws `ToolError` when it leaves the project. Law: path-confined
 */
export function confine(disk: Disk, root: string, path: string): string {
  if (path === "" || path.includes("\0")) throw new ToolError("The path is empty or holds a NUL character.");
  const real = realTarget(disk, resolve(root, path));
  if (real === undefined)
    throw new ToolError(`${path} goes through a symlink that leads nowhere. It was not touched.`);
  if (isInside(root, real)) return real;
  const why = "Only files inside it can be read or changed.";
  throw new ToolError(`${path} is outside the project folder ${root}. ${why}`);
}

/** Resolves symlinks up to the deepest part that exists; undefined at a link without a target. */
function realTarget(disk: Disk, path: string): string | undefined {
  const missing: string[] = [];
  for (let current = path; ; current = dirname(current)) {
    const real = disk.realPath(current);
    if (real !== undefined) return resolve(real, ...missing);
    if (disk.kind(current) !== undefined || dirname(current) === current) return undefined;
    missing.unshift(basename(current));
  }
}

/** Does a path lie in a folder, at any depth, or is it the folder itself? Compared part by part: `/project-evil` is not in `/project`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}
