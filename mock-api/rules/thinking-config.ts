/** Thinking modes, budgets and efforts (MR-48 to MR-50), and where thinking has to stand (MR-43, MR-44). */
import type { RefusalRule } from "./rule.ts";

export const thinkingConfigRules: RefusalRule[] = [];

export const thinkingPlacementRules: RefusalRule[] = [];
