/** Which files a rule such as `Edit(src/**)` speaks of. */
import { join, normalize, resolve } from "node:path";
import picomatch from "picomatch";
import type { Disk } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";

/** Where patterns and paths are taken from. */
export interface Place {
  readonly disk: Disk;
  /** The project folder, a real path. */
  readonly cwd: string;
  /** The user's home folder. */
  readonly home: string;
}

/** A file that a call is about: as it was named, and where it really is. */
export interface FileOfCall {
  readonly named: string;
  /** Undefined where it goes through a symlink that leads nowhere. */
  readonly real: string | undefined;
}

/** A pattern for files. */
export interface FilePattern {
  /** Only by the real path: a symlink that is named like an allowed file is not one. */
  allows(file: FileOfCall): boolean;
  /** By either path and by either spelling of the pattern: no symlink and no `..` goes round it. */
  speaksOf(file: FileOfCall): boolean;
  /** May files that it speaks of lie in this folder, at any depth? */
  mayBeIn(folder: string): boolean;
}

const GLOB = /[*?[\]{}()!]/;

/** A file as a call names it, from a folder on. */
export function fileOf(path: string, place: Place, folder: string = place.cwd): FileOfCall {
  const named = resolve(folder, path);
  return { named, real: realPath(named, place) };
}

/**
 * `//abs`, `~/at-home`, `/in-project`, `./in-project`, `in/project`; a name without a slash speaks of files of that name
 * in any folder, as in a .gitignore. What speaks of a folder speaks of all that is in it.
 */
export function filePattern(pattern: string, place: Place): FilePattern {
  const { folder, rest } = taken(pattern, place);
  const parts = normalize(rest)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  const plain = parts.findIndex((part) => GLOB.test(part));
  const fixed = plain === -1 ? parts : parts.slice(0, plain);
  const base = resolve(folder, ...fixed);
  const real = realPath(base, place) ?? base;
  const glob = parts.slice(fixed.length).join("/");
  const exactly = matcher(base, glob, false);
  const broadly = [matcher(base, glob, true), matcher(real, glob, true)];
  return {
    allows: ({ real: path }) => path !== undefined && exactly(path),
    speaksOf: ({ named, real: path }) =>
      broadly.some((matches) => matches(named) || (path !== undefined && matches(path))),
    mayBeIn: (path) =>
      [base, real].some((from) => isWithin(from, path) || (glob !== "" && isWithin(path, from))),
  };
}

function isWithin(path: string, folder: string): boolean {
  return `${path}/`.toLowerCase().startsWith(folder === "/" ? "/" : `${folder}/`.toLowerCase());
}

function taken(pattern: string, { cwd, home }: Place): { folder: string; rest: string } {
  if (pattern.startsWith("//")) return { folder: "/", rest: pattern.slice(2) };
  if (pattern === "~" || pattern.startsWith("~/")) return { folder: home, rest: pattern.slice(2) };
  const hasSlash = pattern.replace(/\/$/, "").includes("/");
  return { folder: cwd, rest: hasSlash ? pattern.replace(/^\//, "") : join("**", pattern) };
}

/** A file system may not tell big letters from small ones, so what forbids does not either. */
function matcher(base: string, glob: string, nocase: boolean): (path: string) => boolean {
  const start = base === "/" ? "" : base.replace(/[\\^$.*+?()[\]{}|!@]/g, "\\$&");
  const whole = glob === "" ? start : `${start}/${glob}`;
  const matches = picomatch([whole, `${whole}/**`], { dot: true, nocase, nonegate: true, noextglob: true });
  // To a glob no sign stands for the end of a line, but the name of a file may hold one.
  return (path) => matches(path.replace(/[\n\r\u2028\u2029]/g, "\u2424"));
}

/** The gate of the file tools, opened as far as the whole disk: it resolves what is there and keeps the rest (D-31). */
function realPath(path: string, { disk }: Place): string | undefined {
  try {
    return confine(disk, "/", path);
  } catch {
    // What the file system does not follow, such as a circle of links, no tool can reach either.
    return undefined;
  }
}
