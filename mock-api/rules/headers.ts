/** Version, authentication, betas (MR-2, MR-6 to MR-9), and what is refused before the body is read. */
import type { RefusalRule, RuleKeptElsewhere } from "./rule.ts";

export const gateRules: RuleKeptElsewhere[] = [];

export const headerRules: RefusalRule[] = [];
