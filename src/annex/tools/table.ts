/** All tools, in the order in which every request lists them: another order would be another prefix (C-1.9). */
import { CORE_TOOLS } from "../../tools/table.ts";
import type { Tool } from "../../tools/tool.ts";
import { taskCreateTool } from "../tasks/create.ts";
import { taskListTool } from "../tasks/list.ts";
import { taskUpdateTool } from "../tasks/update.ts";
import { type FindLines, inProcess } from "./find-lines.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";

/** The tools of the core, then the annex's. How lines are found alters no byte of a request. */
export function allTools(findLines: FindLines = inProcess()): readonly Tool[] {
  return [...CORE_TOOLS, globTool, grepTool(findLines), taskCreateTool, taskUpdateTool, taskListTool];
}

/** All tools, with a Grep that needs nothing but this process. */
export const ALL_TOOLS: readonly Tool[] = allTools();
