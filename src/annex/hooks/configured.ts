/** The hooks that settings name: for which moment and which tool, and what is run then. */
import type { HookMoment } from "../../hooks.ts";

/** The moments at which hooks can be run. */
export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "PreCompact",
] as const satisfies readonly HookMoment["event"][];

/** One of them. */
export type HookEvent = HookMoment["event"];

/** One configured hook. */
export interface HookCommand {
  readonly event: HookEvent;
  /** Which tools, or which kind of start or compaction; empty or `*`: all. */
  readonly matcher: string;
  /** A command line. */
  readonly command: string;
  readonly timeoutMs: number;
  /** `block`: where the hook fails, what it was to look at does not happen. Else that is told, and it happens. */
  readonly onFailure?: OnFailure;
}

/** What is to happen where a hook cannot be started, is not done in time, or ends in another way than it should. */
export type OnFailure = "block" | "continue";

/** The `hooks` part of a settings file that fits its schema. */
export type HooksPart = Readonly<
  Record<string, readonly { readonly matcher?: string; readonly hooks: readonly HookEntry[] }[]>
>;

interface HookEntry {
  readonly type: string;
  readonly command?: string;
  readonly timeout?: number;
  readonly onFailure?: OnFailure;
}

const DEFAULT_TIMEOUT_S = 60;

/** The hooks of a settings file, in its order, and what of it is not run here: other clients know more of them. */
export function commandsIn(part: HooksPart): { commands: readonly HookCommand[]; notRun: readonly string[] } {
  const commands: HookCommand[] = [];
  const notRun = new Set<string>();
  for (const [name, groups] of Object.entries(part)) {
    const event = HOOK_EVENTS.find((each) => each === name);
    if (!event) {
      notRun.add(`hooks of ${name} are not run: there are ${HOOK_EVENTS.join(", ")}`);
      continue;
    }
    for (const { matcher = "", hooks } of groups) {
      for (const { type, command = "", timeout = DEFAULT_TIMEOUT_S, onFailure } of hooks) {
        const own = { event, matcher, command, timeoutMs: timeout * 1000 };
        if (type === "command") commands.push({ ...own, ...(onFailure && { onFailure }) });
        else notRun.add(`hooks of type ${type} are not run, only those of type command`);
      }
    }
  }
  return { commands, notRun: [...notRun] };
}

/** Is this the form of a matcher: a regular expression, or `*`? */
export function isMatcher(matcher: string): boolean {
  try {
    // By itself: brackets that end what the whole is put into would open it at both ends.
    if (matcher !== "*") new RegExp(matcher);
    return true;
  } catch {
    return false;
  }
}

/** The hooks of a moment in configured order. The same command line twice is run once. */
export function hooksOf(commands: readonly HookCommand[], moment: HookMoment): HookCommand[] {
  const subject = subjectOf(moment);
  const due = commands.filter(
    ({ event, matcher }) =>
      event === moment.event && (subject === undefined || patternOf(matcher).test(subject)),
  );
  return due.filter(({ command }, index) => due.findIndex((each) => each.command === command) === index);
}

/** The whole name must fit, so that `Edit` is not `NotebookEdit`; `A|B` is a regular expression as it stands. */
function patternOf(matcher: string): RegExp {
  return matcher === "" || matcher === "*" ? /^/ : new RegExp(`^(?:${matcher})$`);
}

/** What a matcher is held against; undefined for a moment that asks for none. */
function subjectOf(moment: HookMoment): string | undefined {
  switch (moment.event) {
    case "PreToolUse":
    case "PostToolUse":
      return moment.call.name;
    case "SessionStart":
      return moment.source;
    case "PreCompact":
      return moment.trigger;
    default:
      return undefined;
  }
}
