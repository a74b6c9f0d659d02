/** What the server's own features ask of a request (MR-77, MR-101 to MR-105). */
import { compactionRules } from "./compaction.ts";
import { compactionBlockRules } from "./compaction-blocks.ts";
import { contextEditRules } from "./context-edits.ts";
import { fallbackRules } from "./fallbacks.ts";
import type { RefusalRule } from "./rule.ts";
import { taskBudgetRules } from "./task-budgets.ts";
import { threadRules } from "./threads.ts";

/**
 * Asked before the conversation is looked at: without its history a thread's turn would break other rules, and what a
 * summary is asked of would be told as the fault of an answer.
 */
export const serverSideRules: RefusalRule[] = [
  ...threadRules,
  ...taskBudgetRules,
  ...compactionRules,
  ...compactionBlockRules,
  ...contextEditRules,
  ...fallbackRules,
];
