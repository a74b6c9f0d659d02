/** What a command line runs: every program of it, also those that others of it run. */

import { runsCode } from "./code.ts";
import { checkProgram, type PlainCommand, plainCommands } from "./commands.ts";
import { isRunner, runByFind, shellLine, type Wrapper, wrapped } from "./runners.ts";
import { Unread, type Word } from "./words.ts";

/** One program that is run. */
export interface Run {
  readonly command: PlainCommand;
  /** What it runs in its turn. */
  readonly inner: readonly Run[];
  /**
   * Does it run that and nothing else, with the rights that it has anyway? Then a rule for that is a rule for this. A
   * path may lead to another program of the name.
   */
  readonly isTransparent: boolean;
  /** It does something of its own besides: then both must be allowed. */
  readonly isBoth: boolean;
  /** Its words up to the name of what it runs: a rule that allows it without a look at that must name it. */
  readonly named: readonly Word[];
  /** It gets arguments that the line does not show. */
  readonly isOpen: boolean;
  /** It runs code that no rule can look into. */
  readonly hasCode: boolean;
}

/** A command line as far as it could be read: its programs, or why not. */
export type Reading =
  | { readonly line: string; readonly runs: readonly Run[] }
  | { readonly line: string; readonly unread: string };

/** How deep programs may be run by programs; deeper is not read. */
const DEEPEST = 6;

/** Reads a command line. Law: deny-kept */
export function readLine(line: string): Reading {
  try {
    return { line, runs: plainCommands(line).map((command) => runOf(command, 0, false)) };
  } catch (error) {
    if (error instanceof Unread) return { line, unread: error.message };
    throw error;
  }
}

/** All programs of a line, each before those that it runs. */
export function allRuns(runs: readonly Run[]): Run[] {
  return runs.flatMap((run) => [run, ...allRuns(run.inner)]);
}

function runOf(command: PlainCommand, depth: number, isOpen: boolean): Run {
  if (depth > DEEPEST) throw new Unread("it runs programs through too many others");
  const { words } = command;
  const plain = { command, isOpen, hasCode: runsCode(words, isOpen), isBoth: false };
  if (isOpen && isRunner(words)) {
    throw new Unread("a program that runs others gets arguments that the line does not show");
  }
  const line = shellLine(words);
  const by = line === undefined ? wrapped(words) : undefined;
  const found = runByFind(words);
  if (line !== undefined) {
    const isTransparent = command.assignments.length === 0 && hasPlainName(command);
    const inner = plainCommands(line).map((each) =>
      runOf({ ...each, isFed: each.isFed || command.isFed }, depth + 1, false),
    );
    return { ...plain, inner, isTransparent, named: words };
  }
  if (by) return wrapperRun(plain, by, depth);
  const inner = found.map((each) =>
    runOf(
      { ...bare(each), isFed: command.isFed },
      depth + 1,
      each.some(({ value }) => value.includes("{}")),
    ),
  );
  return { ...plain, inner, isTransparent: false, isBoth: inner.length > 0, named: words.slice(0, 1) };
}

function wrapperRun(
  plain: Pick<Run, "command" | "isOpen" | "hasCode" | "isBoth">,
  { words, assignments, by }: { words: readonly Word[]; assignments: readonly string[]; by: Wrapper },
  depth: number,
): Run {
  const outer = plain.command;
  // xargs keeps its input to itself.
  const isFed = outer.isFed && by.adds !== true;
  const inner = [runOf({ ...bare(words), assignments, isFed }, depth + 1, by.adds === true)];
  const isAlone = outer.assignments.length === 0 && assignments.length === 0;
  const isTransparent = isAlone && !by.raises && hasPlainName(outer);
  return {
    ...plain,
    inner,
    isTransparent,
    named: outer.words.slice(0, outer.words.length - words.length + 1),
  };
}

function hasPlainName({ words }: PlainCommand): boolean {
  return words[0]?.value.includes("/") === false;
}

function bare(words: readonly Word[]): PlainCommand {
  checkProgram(words);
  return { assignments: [], words, redirects: [], isFed: false };
}
