/** What holds now and may hold no more at the next request (C-4.6): the permission mode, and the day. Never in the system prompt. */
import type { Injections } from "../../context/attachments.ts";
import type { Attachment } from "../../hooks.ts";
import type { Clock } from "../../ports.ts";
import { isMode, type PermissionMode } from "../permissions/modes.ts";

/** What each mode asks of the model. */
const MODES: Readonly<Record<PermissionMode, string>> = {
  default: "Reading runs unasked; before an edit or a command runs, the user may be asked.",
  acceptEdits:
    "Reading and edits of the project's files run unasked; before a command runs, the user may be asked.",
  bypassPermissions:
    "Whatever no rule forbids runs unasked. Nobody looks at a call before it runs, so look twice.",
  plan: "The user wants a plan and no changes yet: an edit or a command would be refused. Read and search until you know what is to be done, then say what you would change, file by file, and how you would check it. Begin only when the user has left this mode.",
};

/** The rows of what holds now. */
export const NOW_INJECTIONS: Injections = {
  permission_mode: {
    life: "volatile",
    words: ({ mode }) => (isMode(mode) ? `The permission mode is ${mode}. ${MODES[mode]}` : undefined),
  },
  current_date: { life: "volatile", words: ({ date }) => `Today is ${date}.` },
};

/** Gives it, each time that it is asked for. Of the time no more than the day, as the user's own clock has it. */
export function whatHolds(clock: Clock, mode: () => PermissionMode): () => readonly Attachment[] {
  return () => [
    { type: "current_date", date: dayOf(clock.now()) },
    { type: "permission_mode", mode: mode() },
  ];
}

function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
