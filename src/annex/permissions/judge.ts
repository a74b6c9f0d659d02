/** What is to become of a call: it runs, it does not, or a person is asked. */
import type { AskedCall } from "../../ports.ts";
import { commandOf, fileOfCall, ruleOf } from "./calls.ts";
import { foldersOf } from "./file-relation.ts";
import { fileOf, type Place } from "./files.ts";
import { guardedFiles } from "./guarded.ts";
import { type JudgedCall, type Matcher, matcherOf } from "./matcher.ts";
import { modeFor, type PermissionMode, runsUnasked } from "./modes.ts";
import type { Behavior, Relation, Rule } from "./rules.ts";
import { programOf } from "./shell/patterns.ts";
import { RENAMES } from "./shell/programs.ts";
import { nameOf } from "./shell/runners.ts";
import { allRuns, type Reading, type Run, readLine } from "./shell/runs.ts";

/** A decision. A sentence ends without its full stop. */
export type Verdict =
  | { readonly kind: "runs" }
  | { readonly kind: "refused"; readonly why: string }
  /** `wants`: what would let it run unasked; undefined where it is asked every time. */
  | { readonly kind: "asked"; readonly why: string; readonly wants: string | undefined };

const RUNS: Verdict = { kind: "runs" };
const NOWHERE = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

/** In how many folders a line may stand, for what it writes to be looked at. */
const MOST_FOLDERS = 16;

/** Decides on calls. */
export class Judge {
  readonly #place: Place;
  readonly #matchers: readonly Matcher[];
  readonly #granted = new Set<string>();
  readonly #isProtected: (path: string) => boolean;

  /** `own`: files and folders of the harness itself, which say what may run and what was said. */
  constructor(rules: readonly Rule[], place: Place, own: readonly string[] = []) {
    this.#place = place;
    this.#matchers = rules.map((rule) => matcherOf(rule, place));
    this.#isProtected = guardedFiles(place, own);
  }

  /** From now on, and as long as this process lives, just this call runs unasked. */
  grant(call: AskedCall): void {
    this.#granted.add(ruleOf(call, this.#place));
  }

  /**
   * In this order: a rule that denies; plan mode; a rule that asks; what a person has allowed for the session; doubt
   * whether a rule that denies is meant; the mode; a rule that allows. Of each kind the first rule that speaks counts.
   */
  decide(call: AskedCall, mode: PermissionMode): Verdict {
    const line = commandOf(call);
    const judged = { call, reading: line === undefined ? undefined : readLine(line) };
    const denies = this.#relations("deny", judged);
    const denied = denies.find(({ relation }) => relation === "speaks");
    if (denied) return { kind: "refused", why: `${naming(denied.rule)} denies it` };
    if (mode === "plan" && call.kind !== "read") {
      return { kind: "refused", why: "in plan mode files are only read and nothing is run" };
    }
    const [asks] = this.#relations("ask", judged);
    if (asks)
      return {
        kind: "asked",
        why: `${naming(asks.rule)} asks every time${because(asks.relation)}`,
        wants: undefined,
      };
    if (this.#granted.has(ruleOf(call, this.#place))) return RUNS;
    const [doubt] = denies;
    if (doubt) {
      const why = `it may do what ${naming(doubt.rule)} denies${because(doubt.relation)}`;
      return { kind: "asked", why, wants: "a plainer command" };
    }
    if (mode === "bypassPermissions") return RUNS;
    return judged.reading ? this.#commandLine(judged.reading, mode) : this.#other(judged, mode);
  }

  #relations(behavior: Behavior, judged: JudgedCall): { rule: Rule; relation: Relation }[] {
    return this.#matchers
      .filter(({ rule }) => rule.behavior === behavior)
      .map((matcher) => ({ rule: matcher.rule, relation: matcher.relation(judged) }))
      .filter(({ relation }) => relation !== undefined);
  }

  get #allowing(): readonly Matcher[] {
    return this.#matchers.filter(({ rule }) => rule.behavior === "allow");
  }

  #other(judged: JudgedCall, mode: PermissionMode): Verdict {
    const { call } = judged;
    const file = fileOfCall(call, this.#place);
    const isSafe = call.kind === "read" || !file || !this.#isProtected(file.real ?? file.named);
    if (isSafe && runsUnasked(mode, call.kind)) return RUNS;
    if (isSafe && this.#allowing.some((matcher) => matcher.allows(judged))) return RUNS;
    if (!isSafe)
      return { kind: "asked", why: "this file says what may run here", wants: "the mode bypassPermissions" };
    const wants = `the mode ${modeFor(call.kind)}, or a rule that allows ${ruleOf(call, this.#place)}`;
    return { kind: "asked", why: `the permission mode is ${mode}`, wants };
  }

  #commandLine(reading: Reading, mode: PermissionMode): Verdict {
    const wants = "the mode bypassPermissions, or a rule that allows each command of it";
    if ("unread" in reading) {
      const why = `the permission mode is ${mode} and no rule can allow the command: ${reading.unread}`;
      return { kind: "asked", why, wants: "the mode bypassPermissions, or a plainer command" };
    }
    const asked = (why: string): Verdict => ({
      kind: "asked",
      why: `the permission mode is ${mode} and ${why}`,
      wants,
    });
    const stranger = reading.runs.find((run) => !this.#allowsRun(run));
    if (stranger) return asked(`no rule allows ${programOf(stranger)} in this way`);
    const runs = allRuns(reading.runs);
    const folders = foldersOf(runs, this.#place);
    const files = runs.flatMap(({ command }) => command.redirects).filter(({ path }) => !NOWHERE.has(path));
    // What a name stands for may be another file by the time that it is written to.
    const renames = runs.map(programOf).find((program) => RENAMES.has(nameOf(program)));
    if (renames && files.some(({ writes }) => writes)) {
      return asked(`it writes to a file while ${renames} gives names to files`);
    }
    const written = files.find(({ path, writes }) => writes && !this.#mayWrite(path, folders, mode));
    return written ? asked(`no rule allows writing to ${written.path}`) : RUNS;
  }

  /** Each program by a rule of its own; one that only runs another, by the rule for that. Law: allow-by-part */
  #allowsRun(run: Run): boolean {
    const isInside = run.inner.length > 0 && run.inner.every((inner) => this.#allowsRun(inner));
    const isNamed = this.#allowing.some((matcher) => matcher.allowsRun(run));
    return (isNamed && (!run.isBoth || isInside)) || (run.isTransparent && isInside);
  }

  #mayWrite(path: string, folders: readonly string[], mode: PermissionMode): boolean {
    if (folders.length > MOST_FOLDERS) return false;
    return folders.every((folder) => {
      const file = fileOf(path, this.#place, folder);
      const input = { file_path: file.named };
      const call: AskedCall = { id: "", tool: "Write", kind: "edit", input };
      const isInside = file.real?.startsWith(`${this.#place.cwd}/`) === true;
      return isInside && this.#other({ call, reading: undefined }, mode).kind === "runs";
    });
  }
}

function naming({ text, from }: Rule): string {
  return `the rule ${text}${from === undefined ? "" : ` of ${from}`}`;
}

function because(relation: Relation): string {
  return typeof relation === "object" ? ` (${relation.may})` : "";
}
