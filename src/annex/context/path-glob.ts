/** Globs over paths, whose time grows with the path's length alone: no pattern, whoever wrote it, holds a session up. */
import picomatch from "picomatch";
import { RE2JS } from "re2js";

const OPTIONS = { dot: true, nonegate: true, noextglob: true };

/** What picomatch looks ahead for: that no part is empty, `.` or `..`. No relative path of a file has such a part. */
const LOOKS_AHEAD = /\(\?!(?:\(\?:\^\|\\\/\))?\\\.\{[01],[12]\}\(\?:\\\/\|\$\)\)|\(\?=\.\)/g;

/**
 * Tells whether a relative path fits a glob. Throws for one that is none. What picomatch makes of it is matched without
 * going back, which in `*a*a*a*a*b` takes hours. Law: globs-alike
 */
export function pathGlob(glob: string): (path: string) => boolean {
  const { source } = picomatch.makeRe(glob, OPTIONS);
  const pattern = RE2JS.compile(source.replace(LOOKS_AHEAD, ""));
  return (path) => pattern.matches(path);
}
