/** System messages in the middle of a conversation (MR-24). */
import type { RefusalRule } from "./rule.ts";

export const systemRoleRules: RefusalRule[] = [];
