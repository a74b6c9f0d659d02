/**
 * Hooks: the user's own commands, run at moments of the loop (C-6.2, O-10, O-11). Each run is logged; what it says to
 * the model is logged beside it and is rendered from there, so that a resumed session sends the same bytes.
 */
import type { Attachment, HookMoment, Hooks, HookVerdict } from "../../hooks.ts";
import { type HookCommand, hooksOf } from "./configured.ts";
import { type HookHost, nameOf, type Ran, runHook } from "./one-hook.ts";
import type { HookSays } from "./output.ts";

/** How often in a row a turn may be kept from ending. */
const MOST_HOLDS = 10;

const INTERRUPTED = "the user interrupted the turn.";

/**
 * Makes the hooks of settings run. All of a moment run at once; what they leave is logged in configured order. A tool
 * that was not run or failed has no PostToolUse. Law: hook-blocked, hook-order
 */
export function hooksFrom(commands: readonly HookCommand[], host: HookHost): Hooks {
  let holds = 0;
  return async (moment, signal) => {
    if (moment.event === "PostToolUse" && moment.result.is_error) return { attachments: [] };
    const due = hooksOf(commands, moment);
    if (due.length === 0) return { attachments: [] };
    const ran = await Promise.all(due.map((hook) => runHook(hook, moment, host, signal)));
    if (signal?.aborted) return interrupted(moment, ran);
    for (const { says } of ran) if (says.told) host.tell(says.told);
    const verdict = verdictOf(moment, ran, host);
    if (moment.event !== "Stop") return verdict;
    holds = verdict.blocked === undefined ? 0 : moment.again ? holds + 1 : 1;
    if (holds <= MOST_HOLDS) return verdict;
    host.tell(`Stop hooks have kept the turn from ending ${MOST_HOLDS} times; now it ends all the same.`);
    return { attachments: verdict.attachments };
  };
}

/** Of an interrupted moment nothing counts but that it was, and who was asked to look has not seen it to its end. */
function interrupted(moment: HookMoment, ran: readonly Ran[]): HookVerdict {
  const attachments = ran.map(({ success }) => success);
  return moment.event === "Stop"
    ? { attachments }
    : { attachments, blocked: objectionTo(moment, INTERRUPTED) };
}

function verdictOf(moment: HookMoment, ran: readonly Ran[], host: HookHost): HookVerdict {
  const reasons = ran.flatMap(({ says }) => says.blocked ?? []);
  const ends = ran.find(({ says }) => says.ends !== undefined)?.says.ends;
  // A prompt that is not sent leaves nothing that would be sent with the next one.
  const isSilent = moment.event === "UserPromptSubmit" && reasons.length > 0;
  const attachments = ran.flatMap(({ success, says }) => {
    const context = isSilent ? undefined : contextOf(moment, says);
    return context ? [success, context] : [success];
  });
  if (ends !== undefined) {
    host.tell(ends);
    if (moment.event === "PreToolUse" || moment.event === "PostToolUse") host.endTurn?.();
    if (moment.event === "Stop") return { attachments };
  }
  return reasons.length === 0
    ? { attachments }
    : { attachments, blocked: objectionTo(moment, reasons.join("\n")) };
}

/** An objection in the words of whoever is told of it: the model, but for a prompt. */
function objectionTo({ event }: HookMoment, reason: string): string {
  if (event === "PreToolUse") return `The tool was not run: ${reason}`;
  return event === "Stop" ? `A Stop hook says that the turn cannot end yet: ${reason}` : reason;
}

function contextOf(moment: HookMoment, { context }: HookSays): Attachment | undefined {
  if (context === undefined || moment.event === "PreCompact") return undefined;
  return { type: "hook_additional_context", ...nameOf(moment), content: [context] };
}
