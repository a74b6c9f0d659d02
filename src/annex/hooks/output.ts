/**
 * What a finished hook says (O-11): by its exit code and, where that is 0, by the JSON on its standard output. A hook
 * can add to the context, block what is about to happen, or end the turn; it can never allow what else is denied.
 */
import type { HookMoment } from "../../hooks.ts";
import { isRecord } from "../../wire.ts";
import { beginning } from "../log/one-line.ts";
import type { HookEvent } from "./configured.ts";
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

/** What a run says. `command` names the hook where the person is told of it. */
export function saidBy(run: HookRun, moment: HookMoment, command: string): HookSays {
  const { exitCode, timedOut } = run;
  const stderr = run.stderr.trim();
  if (exitCode === BLOCKS && !timedOut) return objection(moment, stderr);
  if (timedOut || exitCode !== 0) {
    const how = timedOut ? "was stopped: its time was over" : `ended with exit code ${exitCode ?? "none"}`;
    return {
      told: `A ${moment.event} hook ${how} (${command})${stderr ? `: ${beginning(stderr, TOLD_WIDTH)}` : "."}`,
    };
  }
  const json = jsonOf(run.stdout);
  if (json) return saidInJson(json, moment);
  const plain = run.stdout.trim();
  return plain !== "" && PLAIN_IS_CONTEXT.has(moment.event) ? { context: plain } : {};
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
  const denied = moment.event === "PreToolUse" && specific["permissionDecision"] === "deny";
  if (!denied && json["decision"] !== "block") return said;
  const reason = textOf(denied ? specific["permissionDecisionReason"] : json["reason"]) ?? "";
  const objected = objection(moment, reason);
  return {
    ...said,
    ...objected,
    ...(context && objected.context && { context: `${context}\n${objected.context}` }),
  };
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
