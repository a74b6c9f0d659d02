/** Rules held against calls: does a rule speak of a call, or might it? */
import { resolve } from "node:path";
import type { AskedCall } from "../../ports.ts";
import { covers, fileOfCall } from "./calls.ts";
import { type FilePattern, fileOf, filePattern, type Place } from "./files.ts";
import type { Rule } from "./rules.ts";
import { isUnsure } from "./shell/commands.ts";
import { type CommandPattern, commandPattern, programOf } from "./shell/patterns.ts";
import { nameOf } from "./shell/runners.ts";
import { allRuns, type Reading, type Run } from "./shell/runs.ts";

/** A call, with its command line read where it has one. */
export interface JudgedCall {
  readonly call: AskedCall;
  readonly reading: Reading | undefined;
}

/** `speaks`: the rule is about this call. `may`: it cannot be excluded, and why. */
export type Relation = "speaks" | { readonly may: string } | undefined;

/** A rule, ready to be held against calls. */
export interface Matcher {
  readonly rule: Rule;
  /** For a rule that forbids or asks: any doubt counts as `may`. Law: deny-kept, deny-by-real-path */
  relation(judged: JudgedCall): Relation;
  /** For a rule that allows, and a call other than a command line: no doubt is allowed. */
  allows(judged: JudgedCall): boolean;
  /** For a rule that allows: this one program of a line. */
  allowsRun(run: Run): boolean;
}

/** Makes a rule ready. */
export function matcherOf(rule: Rule, place: Place): Matcher {
  const { tool, pattern } = rule;
  const isCommand = tool === "Bash";
  const command = isCommand && pattern !== undefined ? commandPattern(pattern) : undefined;
  const isFile = covers("Read", tool) || covers("Edit", tool);
  const files = isFile && pattern !== undefined ? filePattern(pattern, place) : undefined;
  return {
    rule,
    relation: ({ call, reading }) => {
      if (reading && files) return fileRelation(files, tool, reading, place);
      if (!covers(tool, call.tool)) return undefined;
      if (pattern === undefined) return "speaks";
      if (command) return reading && commandRelation(command, reading);
      const file = files && fileOfCall(call, place);
      if (files) return file && files.speaksOf(file) ? "speaks" : undefined;
      // A pattern that means nothing here must not make a rule that forbids forbid nothing.
      return tool !== "Agent" || isAgent(pattern, call) ? "speaks" : undefined;
    },
    allows: ({ call }) => {
      if (isCommand || !covers(tool, call.tool)) return false;
      const file = files && fileOfCall(call, place);
      return (
        pattern === undefined || (file ? files.allows(file) : tool === "Agent" && isAgent(pattern, call))
      );
    },
    allowsRun: (run) => isCommand && (command?.allows(run) ?? true),
  };
}

function isAgent(pattern: string, { input }: AskedCall): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(String(input["subagent_type"] ?? ""));
}

/** How many files of one command are looked at. */
const MOST_FILES = 1000;
/** Programs that only show what they are told: the name of another program does no harm there. */
const SHOWS = new Set(
  ": [ basename cat cd dirname echo egrep false fgrep grep head ls printf pwd tail test true wc".split(" "),
);
/** A setting in front of a command that makes no program run another. Of any other name one cannot be sure. */
const HARMLESS_SETTING =
  /^(CI|COLUMNS|DEBUG|FORCE_COLOR|LANG|LC_[A-Z]+|NODE_ENV|NO_COLOR|RUST_BACKTRACE|RUST_LOG|TERM|TZ)=[\w.,:+@-]*$/;

function commandRelation(pattern: CommandPattern, reading: Reading): Relation {
  const { line } = reading;
  if ("unread" in reading) {
    if (pattern.isMentionedIn(line)) return "speaks";
    return { may: `the command is not plain enough to be sure: ${reading.unread}` };
  }
  const runs = allRuns(reading.runs);
  if (runs.some((run) => pattern.speaksOf(run))) return "speaks";
  const open = runs.find((run) => pattern.couldMean(run));
  if (open) return { may: `not all that ${programOf(open)} is given stands in the command` };
  const code = runs.find(
    ({ hasCode, command }) => hasCode || !command.assignments.every((each) => HARMLESS_SETTING.test(each)),
  );
  if (code) return { may: `${programOf(code)} is given code to run` };
  if (pattern.isMentionedIn(line) && !onlyShows(runs)) return { may: "the command speaks of it" };
  return undefined;
}

function onlyShows(runs: readonly Run[]): boolean {
  return runs.every(
    (run) =>
      SHOWS.has(nameOf(programOf(run))) &&
      run.command.redirects.every(({ writes, path }) => !writes || path === "/dev/null"),
  );
}

/** A rule for files speaks of a command line that names such a file, or sends its output there. */
function fileRelation(pattern: FilePattern, tool: string, reading: Reading, place: Place): Relation {
  if ("unread" in reading) return { may: `the command is not plain enough to be sure: ${reading.unread}` };
  const runs = allRuns(reading.runs);
  const unsure = covers("Read", tool)
    ? runs.flatMap(({ command }) => command.words.slice(1)).find(isUnsure)
    : undefined;
  const named = new Set(runs.flatMap(({ command }) => filesIn(command, covers("Read", tool))));
  const folders = foldersOf(runs, place);
  if (folders.length * named.size > MOST_FILES) return { may: "it names too many files" };
  const files = folders.flatMap((folder) =>
    [...named].map((path) => fileOf(atHome(path, place), place, folder)),
  );
  if (files.some((file) => pattern.speaksOf(file))) return "speaks";
  return unsure && { may: `which file ${unsure.value} is, the command does not say plainly` };
}

function filesIn({ words, redirects }: Run["command"], isRead: boolean): string[] {
  const sent = redirects.filter(({ writes }) => writes !== isRead).map(({ path }) => path);
  return isRead ? [...words.slice(1).flatMap(({ value }) => spellings(value)), ...sent] : sent;
}

/** A word as a file's name: whole, behind an `=`, or behind the letter of an option. */
function spellings(word: string): string[] {
  return [word, word.slice(word.indexOf("=") + 1), ...(/^-\w./.test(word) ? [word.slice(2)] : [])];
}

function atHome(path: string, { home }: Place): string {
  return path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
}

/** Every folder that the line may stand in when it comes to a command. */
export function foldersOf(runs: readonly Run[], { cwd }: Place): readonly string[] {
  const folders = [cwd];
  for (const { command } of runs) {
    const [program, folder] = command.words;
    if (folder && (program?.value === "cd" || program?.value === "pushd")) {
      folders.push(...folders.map((from) => resolve(from, folder.value)));
      if (folders.length > MOST_FILES) return folders;
    }
  }
  return folders;
}
