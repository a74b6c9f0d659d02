/** Rules held against calls: does a rule speak of a call, or might it? */
import type { AskedCall } from "../../ports.ts";
import { covers, fileOfCall } from "./calls.ts";
import { fileRelation, foldersOf } from "./file-relation.ts";
import { fileOf, filePattern, type Place } from "./files.ts";
import type { Relation, Rule } from "./rules.ts";
import { hiddenIn, onlyShows } from "./shell/hidden.ts";
import { type CommandPattern, commandPattern, programOf } from "./shell/patterns.ts";
import { nameOf } from "./shell/runners.ts";
import { allRuns, type Reading, type Run } from "./shell/runs.ts";

/** A call, with its command line read where it has one. */
export interface JudgedCall {
  readonly call: AskedCall;
  readonly reading: Reading | undefined;
}

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
      if (command) return reading && commandRelation(command, reading, place);
      const file = files && fileOfCall(call, place);
      if (files) return file && files.speaksOf(file) ? "speaks" : undefined;
      // A pattern that means nothing here must not make a rule that forbids forbid nothing.
      const names = namesOf(call);
      return names.length === 0 || names.some((name) => isNamed(pattern, name)) ? "speaks" : undefined;
    },
    allows: ({ call }) => {
      if (isCommand || !covers(tool, call.tool)) return false;
      const file = files && fileOfCall(call, place);
      return (
        pattern === undefined ||
        (file ? files.allows(file) : namesOf(call).some((name) => isNamed(pattern, name)))
      );
    },
    allowsRun: (run) => isCommand && (command?.allows(run) ?? true),
  };
}

/** What a call asks for by name: a kind of agent; a skill, alone and with its arguments. */
function namesOf({ tool, input }: AskedCall): readonly string[] {
  if (tool === "Agent") return [String(input["subagent_type"] ?? "")];
  if (tool !== "Skill") return [];
  const name = String(input["skill"]);
  return [name, `${name} ${input["args"] ?? ""}`];
}

function isNamed(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(name);
}

function commandRelation(pattern: CommandPattern, reading: Reading, place: Place): Relation {
  const { line } = reading;
  if ("unread" in reading) {
    if (pattern.isMentionedIn(line)) return "speaks";
    return { may: `the command is not plain enough to be sure: ${reading.unread}` };
  }
  const runs = allRuns(reading.runs);
  const linked = runs.flatMap((run) =>
    foldersOf(runs, place).flatMap((folder) => behindLink(run, place, folder)),
  );
  if ([...runs, ...linked].some((run) => pattern.speaksOf(run))) return "speaks";
  const other = linked.find(({ command }) =>
    pattern.isMentionedIn(command.words.map(({ value }) => value).join(" ")),
  );
  if (other) return { may: `what it runs is ${programOf(other)}` };
  const open = runs.find((run) => pattern.couldMean(run));
  if (open) return { may: `not all that ${programOf(open)} is given stands in the command` };
  const hidden = hiddenIn(reading.runs);
  if (hidden !== undefined) return { may: hidden };
  if (pattern.isMentionedIn(line) && !onlyShows(reading.runs)) return { may: "the command speaks of it" };
  return undefined;
}

/** The run by its program's own name, where its path leads through a link to a program that is called otherwise. */
function behindLink(run: Run, place: Place, folder: string): Run[] {
  const [program, ...rest] = run.command.words;
  if (!program?.value.includes("/")) return [];
  const { real } = fileOf(program.value, place, folder);
  if (real === undefined || nameOf(real) === nameOf(program.value)) return [];
  return [{ ...run, command: { ...run.command, words: [{ ...program, value: real }, ...rest] } }];
}
