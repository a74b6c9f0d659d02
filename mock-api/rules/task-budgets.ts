/** How much a whole task may use (MR-105). */
import type { Call } from "./call.ts";
import type { RefusalRule } from "./rule.ts";

const LEAST_TOTAL = 20_000;

export const taskBudgetRules: RefusalRule[] = [
  {
    id: "MR-105",
    part: "budget",
    checks: "a task budget is one of at least 20,000 tokens",
    kind: "refusal",
    confidence: "H", // The wording is the mock's own.
    check: ({ request }) =>
      (budgetOf(request)?.total ?? LEAST_TOTAL) < LEAST_TOTAL
        ? `output_config.task_budget.total: Input should be greater than or equal to ${LEAST_TOTAL}`
        : undefined,
  },
];

/** What is left of a task budget, where a request says it. */
export function remainingBudget(request: Call["request"]): number | null | undefined {
  return budgetOf(request)?.remaining;
}

function budgetOf({ output_config }: Call["request"]): TaskBudget | null | undefined {
  return output_config?.["task_budget"] as TaskBudget | null | undefined;
}

interface TaskBudget {
  total: number;
  remaining?: number | null;
}
