/**
 * Programs that run other programs, and how to see which. One that is not listed is taken for a program that does what
 * its own name says; one that is listed and called in a way not foreseen here is not read.
 */
import { Unread, type Word } from "./words.ts";

/** How a program is told what to run. */
export interface Wrapper {
  /** Options of one word. */
  readonly alone?: RegExp;
  /** Options whose value is the next word. */
  readonly paired?: RegExp;
  /** Words before the program, such as the seconds of `timeout`. */
  readonly operands?: number;
  /** `NAME=value` may stand before the program. */
  readonly assigns?: boolean;
  /** The program gets more arguments than the line shows. */
  readonly adds?: boolean;
  /** What runs has other rights than it would have by itself, so a rule for it is no rule for this. */
  readonly raises?: boolean;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  builtin: {},
  busybox: {},
  chronic: {},
  command: { alone: /^-p$/ },
  doas: { alone: /^-n$/, paired: /^-u$/, raises: true },
  env: {
    alone: /^(-|-i|-0|--null|--ignore-environment|-u\w+|--unset=\w+)$/,
    paired: /^(-u|--unset)$/,
    assigns: true,
  },
  exec: { alone: /^-[cl]+$/ },
  ionice: { alone: /^-([cn]\d|t)$/, paired: /^-[cn]$/ },
  nice: { alone: /^(-n?-?\d+|--adjustment=-?\d+)$/, paired: /^(-n|--adjustment)$/ },
  nohup: {},
  setsid: { alone: /^(-[cfw]+|--(ctty|fork|wait))$/ },
  stdbuf: { alone: /^-[ioe](L|\d+)$/, paired: /^-[ioe]$/ },
  sudo: { alone: /^-[nEHkS]+$/, paired: /^-[ug]$/, assigns: true, raises: true },
  time: { alone: /^-p$/ },
  timeout: {
    alone: /^(-[vf]|--preserve-status|--foreground|--verbose|--(kill-after|signal)=[\w.]+|-[ks][\w.]+)$/,
    paired: /^(-[ks]|--kill-after|--signal)$/,
    operands: 1,
  },
  toybox: {},
  xargs: {
    alone: /^(-[0rtpx]+|-[nPLs]\d+|-d\S+|--(null|no-run-if-empty|verbose)|--(max-args|max-procs)=\d+)$/,
    paired: /^(-[nPLsId]|--max-args|--max-procs|--delimiter)$/,
    adds: true,
  },
};

const SHELLS = new Set(["bash", "sh", "dash"]);
const OTHER_SHELLS = new Set("ash csh elvish fish ksh lksh mksh nu pwsh rbash tcsh yash zsh".split(" "));
/** Options of a shell together with the one that gives it a command line. */
const COMMAND_OPTION = /^-[eluvx]*c$/;
/** The last part of a program's path: a rule for `rm` speaks of `/bin/rm` too. */
export function nameOf(program: string): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

/** The words of the program that a wrapper runs; undefined where none is run. Throws `Unread`. */
export function wrapped(
  words: readonly Word[],
):
  | { readonly words: readonly Word[]; readonly assignments: readonly string[]; readonly by: Wrapper }
  | undefined {
  const [first, ...rest] = words;
  const name = nameOf(first?.value ?? "");
  const by = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (!by || isQuestion(name, rest)) return undefined;
  let at = optionsOf(name, by, rest) + (by.operands ?? 0);
  const assignments: string[] = [];
  for (; by.assigns && rest[at]?.value.includes("="); at += 1) assignments.push(rest[at]?.value ?? "");
  if (rest.slice(0, at).some(({ hasGlob }) => hasGlob))
    throw new Unread(`${name} is called with names of files`);
  return at < rest.length ? { words: rest.slice(at), assignments, by } : undefined;
}

/** `command -v x` only says where `x` is. */
function isQuestion(name: string, rest: readonly Word[]): boolean {
  return name === "command" && /^-[vV]$/.test(rest[0]?.value ?? "");
}

/** How many words are options. */
function optionsOf(name: string, { alone, paired }: Wrapper, rest: readonly Word[]): number {
  let at = 0;
  for (;;) {
    const value = rest[at]?.value ?? "";
    if (value === "--") return at + 1;
    if (!value.startsWith("-")) return at;
    // Another place holder than this could stand in the program's own name.
    if (value === "-I" && rest[at + 1]?.value !== "{}") throw new Unread(`${name} is called with ${value}`);
    if (paired?.test(value)) at += 2;
    else if (alone?.test(value)) at += 1;
    else throw new Unread(`${name} is called with ${value}`);
  }
}

/** The command line that a shell is given; undefined where the program is no shell. Throws `Unread` for a script. */
export function shellLine(words: readonly Word[]): string | undefined {
  const [first, option, line] = words;
  const name = nameOf(first?.value ?? "");
  if (!SHELLS.has(name) && !OTHER_SHELLS.has(name)) return undefined;
  if (
    !SHELLS.has(name) ||
    !COMMAND_OPTION.test(option?.value ?? "") ||
    !line ||
    line.hasGlob ||
    line.value.startsWith("-")
  ) {
    throw new Unread(`${name} runs what is not on the command line`);
  }
  return line.value;
}

const FIND_RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The programs that a `find` runs on what it finds. */
export function runByFind(words: readonly Word[]): Word[][] {
  if (nameOf(words[0]?.value ?? "") !== "find") return [];
  const found: Word[][] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!FIND_RUNS.has(words[at]?.value ?? "")) continue;
    const end = words.findIndex(({ value }, index) => index > at && (value === ";" || value === "+"));
    if (end <= at + 1) throw new Unread("find is told to run something that has no end");
    found.push(words.slice(at + 1, end));
    at = end;
  }
  return found;
}

/** Can the program be told to run another one by what it is given? */
export function isRunner(words: readonly Word[]): boolean {
  const name = nameOf(words[0]?.value ?? "");
  return Object.hasOwn(WRAPPERS, name) || SHELLS.has(name) || OTHER_SHELLS.has(name) || name === "find";
}
