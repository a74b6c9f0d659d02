/** What a half-written mention may become: the names in the folder that it is in (C-4.3). */
import type { Disk } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";
import { ToolError } from "../../tools/tool.ts";

/** Names that cannot be written in a mention: with quotes, line ends and the like. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNFIT = /["\x00-\x1f\x7f]/;

/**
 * The mentions that begin as `typed` does, `@src/te` or `@"my no`, in the order of their names; a folder ends in `/`. Hidden
 * files come only where their dot was typed. Nothing outside of the project, `cwd`, is looked at. Law: completed-there
 */
export function mentionsFrom(disk: Disk, cwd: string, typed: string): string[] {
  const path = typed.replace(/^@"?/, "");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length);
  const real = inside(disk, cwd, folder);
  if (real === undefined) return [];
  return disk
    .list(real)
    .filter((each) => each.name.startsWith(name) && !UNFIT.test(each.name))
    .filter((each) => name.startsWith(".") || !each.name.startsWith("."))
    .map((each) => `${folder}${each.name}${isFolder(disk, real, each) ? "/" : ""}`)
    .sort()
    .map((each) => mention(each, typed.startsWith('@"')));
}

function inside(disk: Disk, cwd: string, folder: string): string | undefined {
  try {
    return folder === "" ? cwd : confine(disk, cwd, folder);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

function isFolder(disk: Disk, folder: string, { name, kind }: ReturnType<Disk["list"]>[number]): boolean {
  if (kind !== "link") return kind === "folder";
  const real = disk.realPath(`${folder}/${name}`);
  return real !== undefined && disk.kind(real) === "folder";
}

/** Behind a folder one may write on, so its quotes stay open. */
function mention(path: string, isQuoted: boolean): string {
  if (!isQuoted && !/\s/.test(path)) return `@${path}`;
  return path.endsWith("/") ? `@"${path}` : `@"${path}"`;
}
