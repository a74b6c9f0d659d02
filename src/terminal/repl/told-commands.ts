/** Commands that tell of the open session, or change how it asks and what it may do. */
import { usageOf } from "../../annex/log/usage/usage.ts";
import { printUsage } from "../../annex/log/usage/usage-table.ts";
import { MODE_NAMES, nextMode } from "../../annex/permissions/modes.ts";
import { printSkills, skillHelp } from "../../annex/skills/skills-table.ts";
import { thinkingTold } from "../../annex/thinking/told.ts";
import { oneOf, thinkingNamed, UsageError } from "../args.ts";
import { modelTold } from "../model-told.ts";
import { COMMAND_NAMES } from "./commands.ts";
import type { OpenSession } from "./open.ts";

/** Each gives what there is to tell; an empty text for nothing. Throws `UsageError`. */
export const TOLD: Readonly<Record<string, (open: OpenSession, argument: string) => string>> = {
  help: ({ parts }) => skillHelp(parts.skills.found(), COMMAND_NAMES),
  skills: ({ parts }) => printSkills(parts.skills.found(), COMMAND_NAMES),
  mcp: ({ parts }) => parts.servers(),
  memory: ({ parts }) => parts.memory(),
  usage: ({ parts }) => printUsage(usageOf(parts.logs())),
  mode: changeMode,
  model: changeModel,
  thinking: changeThinking,
};

function changeMode({ parts, mayBypass }: OpenSession, argument: string): string {
  const { mode, changeMode } = parts;
  const modes = MODE_NAMES.filter((name) => name !== "bypassPermissions" || mayBypass);
  if (argument === "") return `The mode is ${mode()}. There are ${modes.join(", ")}.`;
  if (argument === "bypassPermissions" && !mayBypass) {
    throw new UsageError("bypassPermissions has to be asked for at the start: --permission-mode.");
  }
  changeMode(argument === "next" ? nextMode(mode(), mayBypass) : oneOf("/mode", argument, modes));
  return "";
}

function changeModel(open: OpenSession, argument: string): string {
  if (argument === "") return `The model is ${open.model}.`;
  if (/\s/.test(argument)) throw new UsageError("The name of a model is one word.");
  open.reopen({ model: argument });
  return [`The model is ${open.model} from now on.`, ...modelTold(open.model)].join("\n");
}

function changeThinking(open: OpenSession, argument: string): string {
  const wished = argument === "" ? {} : { thinking: thinkingNamed(argument) };
  if (argument !== "") open.reopen(wished);
  const request = open.session.nextRequest();
  const asked = `Asked of ${request.model}: ${JSON.stringify(request.thinking)}.`;
  return [...thinkingTold(wished, request), asked].join("\n");
}
