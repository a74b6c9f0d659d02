/**
 * What a finished hook says (O-11): by its exit code and, where that is 0, by the JSON on its standard output. A hook
 * can add to the context, block what is about to happen, or end the turn; it can never allow what else is denied.
 *
 * A hook that fails (cannot be started, is not done in time, ends with another exit code than 0 and 2, or prints JSON
 * that cannot be read) is told to the person and hinders nothing, before a tool runs too: so the documentation of the
 * client has it that the format is from. There as here, `"onFailure": "block"` makes its failure an objection. Law: hook-guards
 */
import type { HookMoment } from "../../hooks.ts";
import { isRecord } from "../../wire.ts";
import { beginning } from "../log/one-line.ts";
import type { HookCommand, HookEvent } from "./configured.ts";
import type { HookRun } from "./runner.ts";

/** What there is to do after a hook. */
export interface HookSays {
  /** Words that enter the context. */
  readonly context?: string;
  /** Why it must not go on. */
  readonly blocked?: string;
  /** Why the turn is to end here. */
  readonly ends?: string;
  /** What the person is told. */
  readonly told?: string;
}

/** The exit code of a hook that objects. */
const BLOCKS = 2;

/** Characters of a hook's own words that the person is told, at most. */
const TOLD_WIDTH = 300;

/** The moments at which what is about to happen can still be stopped. */
const CAN_BLOCK: ReadonlySet<HookEvent> = new Set(["UserPromptSubmit", "PreToolUse", "Stop", "PreCompact"]);

/** The moments at which plain words on standard output are context. */
const PLAIN_IS_CONTEXT: ReadonlySet<HookEvent> = new Set(["SessionStart", "UserPromptSubmit"]);

/** The moments that are before what a hook looks at, so that its failure can stop it; a turn must come to an end. */
const FAILURE_CAN_BLOCK: ReadonlySet<HookEvent> = new Set(["UserPromptSubmit", "PreToolUse", "PreCompact"]);

/** What a run says. */
export function saidBy(
  run: HookRun,
  moment: HookMoment,
  hook: Pick<HookCommand, "command" | "onFailure">,
): HookSays {
  const stderr = run.stderr.trim();
  if (run.exitCode === BLOCKS && !run.timedOut) return objection(moment, stderr);
  const json = jsonOf(run.stdout);
  const failure = failureOf(run, moment, json === undefined);
  if (failure !== undefined) {
    const words = stderr ? `: ${beginning(stderr, TOLD_WIDTH)}` : ".";
    const told = `A ${moment.event} hook ${failure} (${hook.command})${words}`;
    const isGuard = hook.onFailure === "block" && FAILURE_CAN_BLOCK.has(moment.event);
    return isGuard ? { told, blocked: told } : { told };
  }
  if (json) return saidInJson(json, moment);
  const plain = run.stdout.trim();
  return plain !== "" && PLAIN_IS_CONTEXT.has(moment.event) ? { context: plain } : {};
}

/** How a hook has failed; undefined where it has not. */
function failureOf({ exitCode, timedOut, stdout }: HookRun, { event }: HookMoment, isPlain: boolean) {
  if (timedOut) return "was stopped: its time was over";
  if (exitCode !== 0) return `ended with exit code ${exitCode ?? "none"}`;
  // Where plain words are context, words may begin like that.
  const isBroken = isPlain && stdout.trimStart().startsWith("{") && !PLAIN_IS_CONTEXT.has(event);
  return isBroken ? "printed JSON that cannot be read, or is too long" : undefined;
}

function saidInJson(json: Readonly<Record<string, unknown>>, moment: HookMoment): HookSays {
  const specific = isRecord(json["hookSpecificOutput"]) ? json["hookSpecificOutput"] : {};
  const context = textOf(specific["additionalContext"]);
  const told = textOf(json["systemMessage"]);
  const said: HookSays = { ...(context && { context }), ...(told && { told: beginning(told, TOLD_WIDTH) }) };
  if (json["continue"] === false) {
    const ends = textOf(json["stopReason"]) ?? "A hook has ended the turn.";
    return {
      ...said,
      ends,
      ...(moment.event !== "Stop" && CAN_BLOCK.has(moment.event) && { blocked: ends }),
    };
  }
  const isDenied = moment.event === "PreToolUse" && !lets(specific);
  if (!isDenied && json["decision"] !== "block") return said;
  const reason = textOf(isDenied ? specific["permissionDecisionReason"] : json["reason"]) ?? "";
  const objected = objection(moment, isDenied && reason === "" ? wordless(specific) : reason);
  return {
    ...said,
    ...objected,
    ...(context && objected.context && { context: `${context}\n${objected.context}` }),
  };
}

/**
 * Does a hook let a call run as it is? One that wants a person to be asked, or another input than the model's, has not
 * said so; and neither is done here.
 */
function lets({ permissionDecision, updatedInput }: Readonly<Record<string, unknown>>): boolean {
  return (permissionDecision ?? "allow") === "allow" && updatedInput === undefined;
}

function wordless({ permissionDecision, updatedInput }: Readonly<Record<string, unknown>>): string {
  if (permissionDecision === "deny") return "";
  return updatedInput === undefined
    ? `A hook has decided "${String(permissionDecision)}" on this, and a hook can only deny here.`
    : "A hook has changed the input of this, and that is not done here.";
}

/** What comes of an objection: it blocks where it can; after a tool the model is told; at a start only the person is. */
function objection({ event }: HookMoment, reason: string): HookSays {
  const why = reason === "" ? "A hook has blocked this and gave no reason." : reason;
  if (CAN_BLOCK.has(event)) return { blocked: why };
  return event === "PostToolUse" ? { context: why } : { told: beginning(why, TOLD_WIDTH) };
}

function jsonOf(stdout: string): Readonly<Record<string, unknown>> | undefined {
  if (!stdout.trimStart().startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(stdout);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON after all: plain words.
    return undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
