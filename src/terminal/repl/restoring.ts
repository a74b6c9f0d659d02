/** The files' half of a rewind (C-5.3c): what would be done is shown, file by file, before anything is overwritten. */
import { relative } from "node:path";
import type { PlannedFile, RestorePlan } from "../../annex/checkpoint/plan.ts";
import { planTold, restoreTold } from "../../annex/checkpoint/told.ts";
import { SessionError } from "../../opened.ts";
import type { Asked, Choice } from "../pick/choices.ts";
import type { Desk } from "./desk.ts";

const DEEDS: Readonly<Record<PlannedFile["action"], string>> = {
  write: "comes back",
  remove: "is removed",
  same: "is the same",
  skip: "stays",
};

/** Takes the files back to what they were before a prompt, once the person has said so. Was it done? */
export async function restoreFiles(desk: Desk, uuid: string): Promise<boolean> {
  const { rewinder, cwd } = desk.open.parts;
  const plan = rewinder.plan(uuid);
  if (!plan)
    throw new SessionError("There is no checkpoint of that prompt, so the files cannot be taken back to it.");
  const isAsked = plan.files.some(({ action }) => action === "write" || action === "remove");
  if (isAsked && !(await agreed(desk, plan))) {
    desk.say("Nothing was changed.");
    return false;
  }
  const told = isAsked ? restoreTold(rewinder.restore(plan), cwd) : planTold(plan, cwd);
  for (const line of told) desk.say(line);
  return true;
}

/** Shows the plan; a file that is chosen is shown as a diff, and then the plan again. */
async function agreed(desk: Desk, plan: RestorePlan): Promise<boolean> {
  const { rewinder, cwd } = desk.open.parts;
  for (;;) {
    const chosen = await desk.lend((pick) => pick(planList(plan, cwd)));
    if (chosen === undefined || chosen === "no") return false;
    if (chosen === "yes") return true;
    desk.say(rewinder.diff(chosen).trimEnd());
  }
}

function planList(plan: RestorePlan, cwd: string): Asked<PlannedFile | "yes" | "no"> {
  const files = plan.files.filter(({ action }) => action !== "same");
  const [yes, ...told] = planTold(plan, cwd);
  const count = files.filter(({ action }) => action !== "skip").length;
  const lost = files.filter(({ isForeign }) => isForeign).length;
  const loss = lost > 0 ? `; ${lost} changed since by others, which would be lost` : "";
  const restored = count === 1 ? "1 file is taken back" : `${count} files are taken back`;
  return {
    message: "Take the files back?",
    choices: [
      { value: "yes", name: `yes: ${restored}${loss}`, about: [yes ?? "", ...told] },
      { value: "no", name: "no: nothing is changed" },
      ...files.map((file) => fileChoice(file, cwd)),
    ],
  };
}

function fileChoice(file: PlannedFile, cwd: string): Choice<PlannedFile> {
  const { path, action, why, isForeign } = file;
  const loss = isForeign ? " · changed since by hand, by a command or by an agent: that would be lost" : "";
  const reason = why === undefined ? "" : `: ${why}`;
  return {
    value: file,
    name: `${relative(cwd, path)} ${DEEDS[action]}${reason}${loss}`,
    about: ["Enter shows what would change in it."],
  };
}
