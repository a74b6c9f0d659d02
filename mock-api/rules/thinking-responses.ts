/** What holds of preserved thinking without refusing anything. */
import type { RuleKeptElsewhere } from "./rule.ts";

export const thinkingResponses: RuleKeptElsewhere[] = [
  {
    id: "MR-47",
    checks:
      "appending, other parameters, cache markers and removing earlier thinking from the front leave later thinking valid",
    kind: "response",
    confidence: "H",
    keptIn: "thinking/trail.ts",
  },
  {
    id: "MR-91",
    checks: "a request that leaves out all thinking of its open turn is answered",
    kind: "response",
    confidence: "M",
    keptIn: "rules/thinking.ts",
  },
  {
    id: "MR-94",
    part: "models",
    checks: "a model reads the thinking of older ones; that of a newer one is dropped and not billed",
    kind: "response",
    confidence: "H",
    on: true,
    keptIn: "thinking/mismatches.ts",
  },
  {
    id: "MR-95",
    checks: "under its beta a response lists the thinking that was dropped or let pass",
    kind: "response",
    confidence: "H",
    keptIn: "thinking/binding.ts",
  },
];
