/** Tool definitions and the choice between them (MR-34 to MR-38). */
import type { RefusalRule } from "./rule.ts";

export const toolRules: RefusalRule[] = [];

export const toolChoiceRules: RefusalRule[] = [];
