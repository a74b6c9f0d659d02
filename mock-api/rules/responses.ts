/** What holds of responses, the stream and the cache. */
import type { RuleKeptElsewhere } from "./rule.ts";

export const responseRules: RuleKeptElsewhere[] = [];
