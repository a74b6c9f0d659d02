/** What the models of one generation have in common; the rows in models.ts say only how a model differs. */
import type { Effort, ModelTraits } from "./traits.ts";

/** The efforts of a model that knows only the ordinary ones (MR-50). */
export const UP_TO_HIGH: readonly Effort[] = ["low", "medium", "high"];

/** What most models of the fifth generation have in common. */
export const CURRENT: ModelTraits = {
  window: 1_000_000,
  outputCap: 128_000,
  bytesPerToken: 4,
  cacheMinimum: 512,
  prefill: false,
  systemMessages: true,
  forcedTools: true,
  sharpImages: true,
  sampling: "fixed",
  modes: ["adaptive"],
  thinking: "adaptive",
  display: "omitted",
  interleavedByHeader: false,
  efforts: [...UP_TO_HIGH, "xhigh", "max"],
  calmMode: null,
  effort: "high",
  keepsThinking: "all",
  thinkingBinding: "none",
  thinkingRank: 0,
  accountBound: false,
  takesFallbacks: true,
  ignoresOmittedText: false,
};

/** From Fable 5.1 on: thinking is bound to the conversation, and a call cannot be forced. */
export const BOUND: ModelTraits = { ...CURRENT, forcedTools: false, thinkingBinding: "conversation" };

/** Opus, Sonnet and Haiku 5.5. */
export const GENERATION_5_5: ModelTraits = { ...BOUND, thinkingRank: 8 };

/** Opus 5 and Sonnet 5: they can do without thinking. */
export const OPUS_5: ModelTraits = { ...CURRENT, modes: ["adaptive", "disabled"], thinkingRank: 7 };

/** From 4.7 on: thinking has to be asked for; the newer tokenizer. */
export const GENERATION_4_7: ModelTraits = { ...OPUS_5, thinking: "disabled", systemMessages: false };

/** Opus 4.6 and Sonnet 4.6: the last with a budget for thinking, the first with adaptive thinking. */
export const GENERATION_4_6: ModelTraits = {
  ...GENERATION_4_7,
  bytesPerToken: 5.2,
  sharpImages: false,
  sampling: "free",
  modes: ["adaptive", "enabled", "disabled"],
  display: "summarized",
  efforts: [...UP_TO_HIGH, "max"],
  thinkingRank: 2,
};

/** Opus, Sonnet and Haiku 4.5: the last that go on with a half-said answer. */
export const GENERATION_4_5: ModelTraits = {
  ...GENERATION_4_6,
  window: 200_000,
  outputCap: 64_000,
  prefill: true,
  sampling: "one at a time",
  modes: ["enabled", "disabled"],
  interleavedByHeader: true,
  efforts: [],
  keepsThinking: "last turn",
  thinkingRank: 1,
};
