/** How large a request may be (MR-56 to MR-60). */
import type { RefusalRule } from "./rule.ts";

export const limitRules: RefusalRule[] = [];
