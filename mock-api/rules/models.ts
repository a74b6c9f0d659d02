/** Which models there are (MR-17, MR-96). */
import type { RefusalRule } from "./rule.ts";

export const modelRules: RefusalRule[] = [];
