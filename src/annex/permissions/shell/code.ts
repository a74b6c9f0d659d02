/** Programs that are given code to run: a language of its own, in which no rule can look for the programs it names. */
import { nameOf } from "./runners.ts";
import type { Word } from "./words.ts";

const AWK = /^([gmn]?awk|original-awk)$/;
const INTERPRETER =
  /^(python[\d.]*|pypy[\d.]*|perl[\d.]*|ruby[\d.]*|node|nodejs|deno|bun|php[\d.]*|lua[\d.]*|tclsh[\d.]*|Rscript|osascript)$/;
/** Options that give an interpreter its program on the command line. */
const INLINE = /^(-[A-Za-z]*[ceEprR].*|--(eval|print|run|exec|command).*|eval|-)$/;
/** Programs that take what they run from their input, from a string, or run it elsewhere. */
const ELSEWHERE = new Set(
  "at batch choom chroot chrt crontab dc ed ex expect flock gdb ltrace m4 nsenter numactl parallel prlimit runuser screen script setarch setpriv ssh strace su taskset tmux unshare watch".split(
    " ",
  ),
);
/** Scripts of `sed` that only print, delete and replace; one of its other commands runs programs. */
const PLAIN_SCRIPT =
  /^[\d,$]*([pdq=]|s([^\w\s\\])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2[gpiI\d]*)$/;

/**
 * Does the program run code of another language, or from elsewhere, in which no rule can look for programs? Also where
 * that depends on what the line does not show.
 */
export function runsCode(words: readonly Word[], isOpen: boolean): boolean {
  const name = nameOf(words[0]?.value ?? "");
  if (AWK.test(name) || ELSEWHERE.has(name)) return true;
  const isUnsure = isOpen || words.some(({ hasGlob }) => hasGlob);
  const given = words.slice(1).map(({ value }) => value);
  if (name === "find") return isUnsure;
  if (name === "sed") return isUnsure || !isPlainSed(given);
  if (!INTERPRETER.test(name)) return false;
  return (
    isUnsure || given.some((value) => INLINE.test(value)) || given.every((value) => value.startsWith("-"))
  );
}

function isPlainSed(given: readonly string[]): boolean {
  const [script, ...files] = given.filter((value) => !/^-([nErsuz]+|i(\.\w+)?)$/.test(value));
  return PLAIN_SCRIPT.test(script ?? "") && !files.some((value) => value.startsWith("-"));
}
