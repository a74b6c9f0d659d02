/** What only clients have to do with (MR-106 to MR-120). */
import type { RuleKeptElsewhere } from "./rule.ts";

export const clientFacts: RuleKeptElsewhere[] = [];
