/** What holds of the prompt cache: what is kept, for how long, who reads it, and what an answer tells of it. */
import type { RuleKeptElsewhere } from "./rule.ts";

type Row = Pick<RuleKeptElsewhere, "id" | "part" | "checks" | "keptIn" | "on">;

const ROWS: Row[] = [
  {
    id: "MR-78",
    checks:
      "a breakpoint keeps the exact prefix of tools, system and messages up to its block, the marker left out",
    keptIn: "prompt/prefixes.ts",
  },
  {
    id: "MR-79",
    part: "lookback",
    checks:
      "a breakpoint looks at 20 positions, itself included; a run of calls or of results is one position",
    keptIn: "cache/breakpoints.ts",
  },
  {
    id: "MR-79",
    part: "older",
    checks:
      "in place of that, every call and every result is a position of its own, as it was until mid-2026",
    keptIn: "prompt/prefixes.ts",
    on: false,
  },
  {
    id: "MR-80",
    checks: "a prefix below the model's minimum is not cached, and nothing is said of it",
    keptIn: "cache/breakpoints.ts",
  },
  {
    id: "MR-81",
    checks:
      "an entry lives 5 minutes or 1 hour from the start of the last request that wrote or read it, and can be read once the response that wrote it has begun",
    keptIn: "cache/cache.ts",
  },
  {
    id: "MR-82",
    checks:
      "max_tokens 0 fills the cache at the breakpoints and gets an answer without content; the model is not asked",
    keptIn: "exchange.ts",
  },
  {
    id: "MR-83",
    checks:
      "read, created and fresh tokens are all of the input; fresh is what stands after the last breakpoint",
    keptIn: "cache/breakpoints.ts",
  },
  {
    id: "MR-84",
    checks: "after the hit, up to the last 1h breakpoint is written for 1h, up to the last one for 5m",
    keptIn: "cache/breakpoints.ts",
  },
  {
    id: "MR-86",
    checks: "top-level cache_control is a breakpoint on the last block that can carry one, if there is any",
    keptIn: "prompt/prompt.ts",
  },
  {
    id: "MR-87",
    checks:
      "a changed setting loses the tiers that the table names: model and format all, speed and web search system and messages, tool choice, images, thinking and effort the messages",
    keptIn: "prompt/tier-keys.ts",
  },
  {
    id: "MR-87b",
    part: "thinking",
    checks: "thinking blocks are part of the prefixes behind them, and input tokens",
    keptIn: "prompt/prompt.ts",
  },
  {
    id: "MR-87b",
    part: "server tools",
    checks: "in a request with any marker, every result of a server tool has a 5m breakpoint of its own",
    keptIn: "prompt/prompt.ts",
  },
  {
    id: "MR-87c",
    part: "isolation",
    checks: "what one organization or workspace caches no other reads",
    keptIn: "cache/scope.ts",
  },
  {
    id: "MR-87c",
    part: "bytes",
    checks: "the order of keys in a call's input is part of the prefix",
    keptIn: "prompt/prompt.ts",
  },
  {
    id: "MR-87d",
    part: "reasons",
    checks:
      "a request that names an earlier answer is told where it first differs from the request of that answer",
    keptIn: "cache/diagnostics.ts",
  },
  {
    id: "MR-87d",
    part: "pending",
    checks: "in place of that, the comparison is never done in time, and the reason is null",
    keptIn: "cache/comparison.ts",
    on: false,
  },
];

/** The rows of the prompt cache. */
export const cacheRules: RuleKeptElsewhere[] = ROWS.map((row) => ({
  ...row,
  kind: "response",
  confidence: "H",
}));
