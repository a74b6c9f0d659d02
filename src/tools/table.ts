/** The tools of the core, in the order in which every request lists them: another order would be another prefix (C-1.9). */
import { bashTool } from "./bash.ts";
import { editTool } from "./edit.ts";
import { readTool } from "./read.ts";
import type { Tool } from "./tool.ts";
import { writeTool } from "./write.ts";

export const CORE_TOOLS: readonly Tool[] = [readTool, writeTool, editTool, bashTool];
