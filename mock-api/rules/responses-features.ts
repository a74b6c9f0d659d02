/** What holds of the answers of the server's own features (MR-77, MR-99 to MR-104). */
import type { RuleKeptElsewhere } from "./rule.ts";

export const featureResponses: RuleKeptElsewhere[] = [
  {
    id: "MR-77",
    part: "answer",
    checks:
      "a fallback's answer names its model, stands behind a `fallback` block, and has its own iteration",
    kind: "response",
    confidence: "H",
    keptIn: "features/fallback.ts",
  },
  {
    id: "MR-99",
    part: "count",
    checks:
      "count_tokens says what the request would be billed for, whatever is cached, and what it would be unedited",
    kind: "response",
    confidence: "H",
    keptIn: "features/prepare.ts",
  },
  {
    id: "MR-100",
    checks: "tokens are estimated, the same way everywhere: relations hold, figures mean nothing",
    kind: "response",
    confidence: "H",
    keptIn: "prompt/tokens.ts",
  },
  {
    id: "MR-101",
    part: "applied",
    checks: "context edits clear what they ask for before the model sees it, and the response says how much",
    kind: "response",
    confidence: "H",
    keptIn: "features/edits.ts",
  },
  {
    id: "MR-102",
    part: "summary",
    checks:
      "at the trigger a summary comes before the answer, or in place of it; what it stands for is dropped",
    kind: "response",
    confidence: "H",
    keptIn: "features/summary.ts",
  },
  {
    id: "MR-103",
    part: "summary",
    checks:
      "a summary on demand is one signed block, or nothing and the reason; its usage is told in its iteration",
    kind: "response",
    confidence: "H",
    keptIn: "features/summary.ts",
  },
  {
    id: "MR-104",
    part: "turns",
    checks: "a thread can be continued for five minutes after each answer, once, by saying what is new",
    kind: "response",
    confidence: "M",
    keptIn: "features/threads.ts",
  },
];
