/** All that this harness shows the model unasked: the core's rows, and those of each part of the annex. */
import { CORE_INJECTIONS, type Injections } from "../../context/attachments.ts";
import { COMPACTION_INJECTIONS } from "../compaction/files-again.ts";
import { MCP_INJECTIONS } from "../mcp/told-tools.ts";
import { MEMORY_INJECTIONS } from "../memory/injections.ts";
import { MENTION_INJECTIONS } from "../mentions/as-words.ts";
import { SKILL_INJECTIONS } from "../skills/injections.ts";
import { TASK_INJECTIONS } from "../tasks/reminders.ts";
import { NOW_INJECTIONS } from "./now.ts";

/** One row a type of attachment; each part of the annex keeps its own in its folder. */
export const ANNEX_INJECTIONS: Injections = {
  ...CORE_INJECTIONS,
  ...NOW_INJECTIONS,
  ...COMPACTION_INJECTIONS,
  ...MCP_INJECTIONS,
  ...MEMORY_INJECTIONS,
  ...MENTION_INJECTIONS,
  ...SKILL_INJECTIONS,
  ...TASK_INJECTIONS,
};
