/** Globs that others write, in a rule's head or a call of the model. */
import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { pathGlob } from "#src/annex/context/path-glob.ts";
import { law } from "../support/law.ts";

const SIGNS = ["*", "**", "**/", "?", "/", "a", "b", ".", "[ab]", "{a,b*}", "{a,**/b}", "\\*"];
const anyGlob = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 6 })
  .map((signs) => signs.join(""));
const anyPath = fc
  .array(fc.constantFrom("a", "b", "ab", ".a", "a.b", "*"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));

law(
  "globs-alike",
  "a relative path fits a glob just where picomatch says so",
  [anyGlob, fc.array(anyPath, { minLength: 1, maxLength: 5 })],
  (glob, paths) => {
    const fits = picomatch(glob, { dot: true, nonegate: true, noextglob: true });
    expect(paths.filter((path) => pathGlob(glob)(path))).toEqual(paths.filter((path) => fits(path)));
  },
  { runs: 200 },
);

test.each(["*a", "{a*,a*}", "(a+)+", "**/*a", "a?*"])(
  "%s many times over fits no long name of a's, and says so at once",
  (sign) => {
    expect(pathGlob(`${sign.repeat(30)}b`)("a".repeat(255))).toBe(false);
  },
);
