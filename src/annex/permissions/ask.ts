/** The port that is asked before a tool runs (C-1.3): modes and rules decide, and where they do not, a person does. */
import type { Ask, AskedCall, Permission } from "../../ports.ts";
import { confine } from "../../tools/confine.ts";
import { fileOfCall, ruleOf, shownCall } from "./calls.ts";
import type { Place } from "./files.ts";
import { Judge, type Verdict } from "./judge.ts";
import type { PermissionMode } from "./modes.ts";
import type { Rule } from "./rules.ts";

/** What a person is asked. */
export interface Question {
  readonly id: string;
  /** The whole call, as it would run. */
  readonly call: string;
  /** Why it does not run unasked. */
  readonly why: string;
  /** What "always" would allow, for as long as the session is open in this process; undefined where it is not offered. */
  readonly rule: string | undefined;
}

/** What a person says to it. */
export type Answer = { readonly kind: "yes" | "always" } | { readonly kind: "no"; readonly reason: string };

/** Puts a question to a person. `signal` is aborted when nobody waits for the answer any more. */
export type Prompt = (question: Question, signal?: AbortSignal) => Promise<Answer>;

/** What permissions are made of. */
export interface PermissionOptions extends Place {
  /** Read for every call: a person may change it at any time. */
  readonly mode: () => PermissionMode;
  readonly rules: readonly Rule[];
  /** Files and folders of the harness itself, as absolute paths: they are not changed unasked. */
  readonly own?: readonly string[];
  /** Is what lies at this absolute path readable, though it is outside of the project? Left out: nothing is. */
  readonly readable?: (path: string) => boolean;
  /** Left out: nobody can be asked, and what would have to be is refused. */
  readonly prompt?: Prompt | undefined;
}

/** Makes the port. Law: plan-only-reads, deny-kept */
export function permissionsAsk(options: PermissionOptions): Ask {
  const judge = new Judge(options.rules, options, options.own);
  let asked: Promise<unknown> = Promise.resolve();
  return {
    permit: async (call) => {
      const outside = outsideOf(call, options);
      if (outside !== undefined) return { allowed: false, reason: outside };
      const first = judge.decide(call, options.mode());
      if (first.kind !== "asked") return answerTo(call, first);
      // One question at a time; and what was answered to the one before may answer this one too.
      const turn = asked.then(() => {
        const now = judge.decide(call, options.mode());
        return now.kind === "asked" ? put(call, now, judge, options) : answerTo(call, now);
      });
      asked = turn.catch(() => {});
      return turn;
    },
  };
}

async function put(
  call: AskedCall,
  { why, wants }: Extract<Verdict, { kind: "asked" }>,
  judge: Judge,
  { prompt, ...place }: PermissionOptions,
): Promise<Permission> {
  if (call.signal?.aborted) return refused(`${call.tool} was not run: the user interrupted the turn.`);
  if (!prompt) {
    const needs = wants === undefined ? "" : ` It needs ${wants}.`;
    return refused(`${call.tool} was not run: ${why}, and nobody can be asked.${needs}`);
  }
  const rule = wants === undefined ? undefined : ruleOf(call, place);
  const answer = await prompt({ id: call.id, call: shownCall(call), why, rule }, call.signal);
  if (answer.kind === "no") {
    const reason = answer.reason.trim();
    return refused(`${call.tool} was not run: the user said no${reason === "" ? "." : `: ${reason}`}`);
  }
  if (answer.kind === "always" && rule !== undefined) judge.grant(call);
  return { allowed: true };
}

function answerTo({ tool }: AskedCall, verdict: Exclude<Verdict, { kind: "asked" }>): Permission {
  return verdict.kind === "runs" ? { allowed: true } : refused(`${tool} was not run: ${verdict.why}.`);
}

function refused(reason: string): Permission {
  return { allowed: false, reason };
}

/** Why a file tool would not touch the path in any case (D-31): then nobody need be asked. */
function outsideOf(call: AskedCall, place: PermissionOptions): string | undefined {
  const file = fileOfCall(call, place);
  if (!file || (call.kind === "read" && place.readable?.(file.named))) return undefined;
  try {
    confine(place.disk, place.cwd, file.named);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
