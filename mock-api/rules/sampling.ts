/** Sampling parameters (MR-3, MR-51). */
import type { RefusalRule } from "./rule.ts";

export const samplingRules: RefusalRule[] = [];
