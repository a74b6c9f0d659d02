/** Programs that are given code to run: a language of its own, in which no rule can look for the programs it names. */
import { AWK, ELSEWHERE, INTERPRETER, takesText } from "./programs.ts";
import { nameOf } from "./runners.ts";
import type { Word } from "./words.ts";

/** Options that give an interpreter its program on the command line. */
const INLINE = /^(-[A-Za-z]*[ceEprR].*|--(eval|print|run|exec|command).*|eval|-)$/;
/** Scripts of `sed` that only print, delete and replace; one of its other commands runs programs. */
const PLAIN_SCRIPT =
  /^[\d,$]*([pdq=]|s([^\w\s\\])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2[gpiI\d]*)$/;

/** Options, and words like them, by which ordinary programs are told to run others. */
const RUNNING_OPTIONS: readonly (readonly [programs: RegExp, words: RegExp])[] = [
  [/^(bsd|g)?tar$/, /^(--(checkpoint-a|to-c|use-c|rsh|rmt|info-s|new-vol)|-[A-Za-z]*[IF])/],
  [/^rsync$/, /^(-[A-Za-z]*e|--rs)/],
  [/^[gp]?make$/, /^(--ev|-E|SHELL=)/],
  [/^(g?vim?|view|vimdiff|nvim|rvim)$/, /^(\+|-[A-Za-z]*[cSsu]|--cmd)/],
  [/^emacs$/, /^(-[lfx]$|--?(eval|exec|load|funcall|script|batch|insert))/],
  [/^sort$/, /^--(comp|files0)/],
  [/^split$/, /^--f/],
  [/^zip$/, /^(-[A-Za-z]*TT|--unz)/],
  [/^man$/, /^(-[A-Za-z]*[PH]|--(pager|html))/],
  [/^(scp|sftp)$/, /^(-[A-Za-z]*[oSFD])/],
  [/^(npm|npx|pnpm|pnpx|yarn|bunx)$/, /^(exec|x|explore|dlx|-c|--call.*|--script-shell.*)$/],
  [/^(go|cargo)$/, /^(-{1,2}(exec|toolexec|vettool|config).*)$/],
  [/^(gcc|g\+\+|cc|c\+\+|clang(\+\+)?)$/, /^(-wrapper|-fplugin|-B|-specs)/],
  [/^(fd|fdfind)$/, /^(-[A-Za-z]*[xX]|--exec)/],
  [/^(rg|ag|ack|bat)$/, /^--(pre|pager|hostname-bin)/],
  [/^(wget|wget2)$/, /^(-e|--(execute|use-askpass))/],
  [/^(docker|podman|kubectl)$/, /^(sh|bash|ash|dash|zsh)$/],
];

/** Options of that meaning, whatever the program. */
const CODE_OPTION =
  /^--(eval|exec|execute|run-command|cmd|command|call|preprocessor|rsh|compress-program)(=|$)/;

/** What only a language can read: expansions, escapes, texts put together, braces within a word. */
const SIGNS = /[$`\\]|["']\W*["']|[\w}]\{|\}[\w{]/;

/** Subcommands of git that run what they are told to, or set up what will be run. */
const GIT_RUNS = new Set(
  "bisect config credential daemon difftool filter-branch hook instaweb mergetool remote-ext send-email submodule web--browse".split(
    " ",
  ),
);
/** Subcommands of git whose words are prose and names. */
const GIT_TEXT = new Set(["add", "commit", "tag"]);
const GIT_OPTION =
  /^(--(upl|receive-p|exec|extc|open-f|conf|templ|ext-d|textc|to-cmd|cc-cmd|smtp)|-O|-x|ext::|.*\bext::)/;

/**
 * Does the program run code of another language, or from elsewhere, in which no rule can look for programs? Also where
 * that depends on what the line does not show.
 */
export function runsCode(words: readonly Word[], isOpen: boolean): boolean {
  const name = nameOf(words[0]?.value ?? "");
  if (AWK.test(name) || ELSEWHERE.test(name)) return true;
  const isUnsure = isOpen || words.some(({ hasGlob }) => hasGlob);
  const given = words.slice(1).map(({ value }) => value);
  if (name === "find") return isUnsure;
  if (name === "sed") return isUnsure || !isPlainSed(given);
  if (INTERPRETER.test(name)) {
    return isUnsure || isInline(given) || given.every((value) => value.startsWith("-"));
  }
  return isToldCode(name, given);
}

function isInline(given: readonly string[]): boolean {
  return given.some((value) => INLINE.test(value));
}

function isToldCode(name: string, given: readonly string[]): boolean {
  if (
    RUNNING_OPTIONS.some(([programs, words]) => programs.test(name) && given.some((each) => words.test(each)))
  )
    return true;
  if (name === "git" && gitRuns(given)) return true;
  if (takesText(name) || (name === "git" && GIT_TEXT.has(given[0] ?? ""))) return false;
  return (
    given.some((value) => CODE_OPTION.test(value) || SIGNS.test(value)) ||
    given.some((value, at) => INTERPRETER.test(nameOf(value)) && isInline(given.slice(at + 1)))
  );
}

function gitRuns(given: readonly string[]): boolean {
  let at = 0;
  for (; given[at]?.startsWith("-"); at += 1) {
    const option = given[at] ?? "";
    if (/^(-c|--config-env|--exec-path=)/.test(option)) return true;
    if (/^(-C|--git-dir|--work-tree|--namespace)$/.test(option)) at += 1;
  }
  const [command = "", ...rest] = given.slice(at);
  if (command === "config" && /^(--get.*|--list|-l|get|list)$/.test(rest[0] ?? "")) return false;
  if (command === "clone" && rest.some((each) => /^-[cu]/.test(each))) return true;
  return GIT_RUNS.has(command) || rest.some((each) => GIT_OPTION.test(each));
}

function isPlainSed(given: readonly string[]): boolean {
  const [script, ...files] = given.filter((value) => !/^-([nErsuz]+|i(\.\w+)?)$/.test(value));
  return PLAIN_SCRIPT.test(script ?? "") && !files.some((value) => value.startsWith("-"));
}
