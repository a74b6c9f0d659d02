/** A command line as the plain commands that it consists of, each with what it is told and where its output goes. */
import { type Token, tokensOf, Unread, type Word } from "./words.ts";

/** One plain command. */
export interface PlainCommand {
  /** `NAME=value` in front of it, quotes taken off. */
  readonly assignments: readonly string[];
  /** The program, and what it is given. Never empty. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** Is its standard input a file, or what another command says? */
  readonly isFed: boolean;
}

/** A file that a command reads from or writes to by a sign. */
export interface Redirect {
  readonly path: string;
  readonly writes: boolean;
}

/** What can stand where bash looks for a program, and is one: no quotes, no globs, no sign of bash's own. */
const PROGRAM = /^[A-Za-z0-9_./][A-Za-z0-9_./+:@%,-]*$|^[[:]$/;
const RESERVED = new Set(
  "if then elif else fi for while until do done case esac select function in coproc [[".split(" "),
);
/**
 * Commands of bash itself that change what later words mean, or read words as commands. The others (`cd`, `echo`,
 * `test` …) are judged like programs.
 */
const MEANS_MORE = new Set(
  `. source eval alias unalias set shopt enable hash trap bind complete compgen compopt declare typeset local readonly
  export unset read readarray mapfile let getopts wait fc history jobs bg fg disown shift return break continue logout
  suspend caller dirs help`.split(/\s+/),
);
/** Of `test` and `printf`: the options that take the name of a variable, in which bash looks for commands to run. */
const TAKES_A_NAME = /^-[vR]/;

/** The plain commands of a line, in order. Throws `Unread` when it does not consist of such alone. */
export function plainCommands(line: string): PlainCommand[] {
  const commands: PlainCommand[] = [];
  let tokens: Token[] = [];
  let isOwed = true;
  let isPiped = false;
  for (const token of [...tokensOf(line), { kind: "between", sign: "\n" } as const]) {
    if (token.kind !== "between") {
      tokens.push(token);
      continue;
    }
    if (tokens.length > 0) {
      commands.push(commandOf(tokens, isPiped));
      isPiped = token.sign === "|" || token.sign === "|&";
      isOwed = token.sign !== "\n" && token.sign !== ";" && token.sign !== "&";
    } else if (token.sign !== "\n") throw new Unread("a command is missing between two signs");
    tokens = [];
  }
  if (commands.length === 0) throw new Unread("it holds no command");
  if (isOwed) throw new Unread("it ends where a command must follow");
  return commands;
}

function commandOf(tokens: readonly Token[], isPiped: boolean): PlainCommand {
  const assignments: string[] = [];
  const words: Word[] = [];
  const redirects: Redirect[] = [];
  let isFed = isPiped;
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token?.kind === "redirect") {
      index += 1;
      const next = tokens[index];
      if (token.sign.startsWith("<")) isFed = true;
      redirects.push(...redirectOf(token.sign, next?.kind === "word" ? next.word : undefined));
    } else if (token?.kind === "word") {
      if (words.length === 0 && isAssignment(token.word)) assignments.push(token.word.value);
      else words.push(token.word);
    }
  }
  if (words.length === 0) throw new Unread("it sets a variable or makes a file without running a program");
  checkProgram(words);
  return { assignments, words, redirects, isFed };
}

/** `"X"=1` is no assignment but a program of that name: nothing of the name may be quoted. */
function isAssignment({ head }: Word): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(head);
}

/** Throws `Unread` where the first word is not plainly a program. */
export function checkProgram(words: readonly Word[]): void {
  const [program, ...rest] = words;
  const name = program?.value ?? "";
  if (!program?.isBare || !PROGRAM.test(name) || RESERVED.has(name)) {
    throw new Unread(`"${name}" does not plainly name a program`);
  }
  if (MOVES.has(name) && !isPlainMove(name, rest)) {
    throw new Unread(`${name} goes to a folder that the line does not name plainly`);
  }
  if (name === "exec" && rest.length === 0) {
    throw new Unread("exec without a program changes what later commands read and where they write");
  }
  if (MEANS_MORE.has(name)) throw new Unread(`${name} changes what later words mean`);
  const takesName = name === "test" || name === "[" || name === "printf";
  if (takesName && rest.some(({ value }) => TAKES_A_NAME.test(value))) {
    throw new Unread(`${name} with such an option can run a command`);
  }
}

const MOVES = new Set(["cd", "pushd", "popd"]);

/** One folder, named as it is: no option, home, glob or stack of folders, and no way back out of a link. */
function isPlainMove(name: string, [folder, ...more]: readonly Word[]): boolean {
  if (!folder || more.length > 0 || name === "popd") return false;
  return !folder.hasGlob && !/^($|[-~+])/.test(folder.value) && !goesBack(folder.value);
}

/**
 * Does a path go down and up again? A link on the way leads elsewhere: the system follows it before it goes up, and
 * whoever only looks at the words does not.
 */
function goesBack(path: string): boolean {
  return /(^|\/)(?!\.{1,2}(\/|$))[^/]+\/+(\.\/+)*\.\.(\/|$)/.test(path);
}

/** May a word be the name of a file that cannot be read off it? */
export function isUnsure({ value, head, hasGlob }: Word): boolean {
  return hasGlob || goesBack(value) || /^~(?!$|\/)/.test(head);
}

function redirectOf(sign: string, target: Word | undefined): Redirect[] {
  if (sign === "<<") throw new Unread("it holds a here-document");
  if (!target) throw new Unread(`nothing follows ${sign}`);
  if ((sign === ">&" || sign === "<&") && /^(\d+-?|-)$/.test(target.value)) return [];
  if (target.hasGlob || target.value.startsWith("~") || goesBack(target.value)) {
    throw new Unread("a file that it reads or writes is not named plainly");
  }
  return [{ path: target.value, writes: sign.includes(">") }];
}
