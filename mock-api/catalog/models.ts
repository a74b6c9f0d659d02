/** Every model of the API, one row each, the newest first (MR-80, MR-88, MR-96, MR-97). */
import {
  BOUND,
  CURRENT,
  GENERATION_4_5,
  GENERATION_4_6,
  GENERATION_4_7,
  GENERATION_5_5,
  OPUS_5,
  UP_TO_HIGH,
} from "./generations.ts";
import type { ModelTraits } from "./traits.ts";

/** A model and how it is called. */
export interface ModelRow {
  /** Its names: the short one, then the one with a date where there is one. */
  ids: readonly [string, ...string[]];
  /** The last day it answers, as the API announced it. */
  retires?: string;
  traits: ModelTraits;
}

/**
 * The rows. What the documentation leaves open and is chosen here: the minimums of Fable and Mythos 5.2; that Haiku 5.5
 * takes a forced call and reads large images like its generation; that within a generation, and between a Fable and
 * its Mythos, each reads the other's thinking; that Mythos Preview counts tokens and samples like the 4.6 models.
 */
export const MODELS: readonly [ModelRow, ...ModelRow[]] = [
  { ids: ["claude-fable-5-2"], traits: { ...BOUND, thinkingRank: 10 } },
  { ids: ["claude-mythos-5-2"], traits: { ...BOUND, thinkingRank: 10 } },
  {
    ids: ["claude-haiku-5-5"],
    traits: {
      ...GENERATION_5_5,
      forcedTools: true,
      modes: ["adaptive", "disabled"],
      calmMode: "disabled",
      effort: "medium",
      accountBound: true,
      takesFallbacks: false,
    },
  },
  {
    ids: ["claude-sonnet-5-5"],
    traits: {
      ...GENERATION_5_5,
      modes: ["adaptive", "between_tools"],
      calmMode: "between_tools",
      accountBound: true,
    },
  },
  { ids: ["claude-opus-5-5"], traits: { ...GENERATION_5_5, effort: "medium" } },
  { ids: ["claude-fable-5-1"], traits: { ...BOUND, thinkingRank: 9 } },
  // Mythos 5.1 says which models may read its thinking, but does not look at the conversation before it (MR-46).
  { ids: ["claude-mythos-5-1"], traits: { ...BOUND, thinkingRank: 9, thinkingBinding: "readers" } },
  { ids: ["claude-opus-5"], traits: { ...OPUS_5, calmMode: "disabled" } },
  {
    ids: ["claude-sonnet-5"],
    traits: { ...OPUS_5, systemMessages: false, cacheMinimum: 1_024, ignoresOmittedText: true },
  },
  { ids: ["claude-fable-5"], traits: { ...CURRENT, thinkingRank: 6 } },
  { ids: ["claude-mythos-5"], traits: { ...CURRENT, thinkingRank: 6 } },
  {
    ids: ["claude-opus-4-8"],
    traits: { ...GENERATION_4_7, systemMessages: true, cacheMinimum: 1_024, thinkingRank: 5 },
  },
  { ids: ["claude-opus-4-7"], traits: { ...GENERATION_4_7, cacheMinimum: 2_048, thinkingRank: 4 } },
  { ids: ["claude-opus-4-6"], traits: { ...GENERATION_4_6, cacheMinimum: 4_096 } },
  {
    ids: ["claude-sonnet-4-6"],
    traits: { ...GENERATION_4_6, cacheMinimum: 1_024, interleavedByHeader: true },
  },
  {
    ids: ["claude-mythos-preview"],
    retires: "2026-06-30",
    traits: {
      ...GENERATION_4_6,
      cacheMinimum: 2_048,
      forcedTools: false,
      modes: ["adaptive", "enabled"],
      thinking: "adaptive",
      display: "omitted",
      efforts: CURRENT.efforts,
      thinkingRank: 3,
    },
  },
  {
    ids: ["claude-opus-4-5", "claude-opus-4-5-20251101"],
    retires: "2027-01-22",
    traits: { ...GENERATION_4_5, cacheMinimum: 4_096, efforts: UP_TO_HIGH, keepsThinking: "all" },
  },
  {
    ids: ["claude-haiku-4-5", "claude-haiku-4-5-20251001"],
    traits: { ...GENERATION_4_5, cacheMinimum: 4_096, interleavedByHeader: false },
  },
  {
    ids: ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929"],
    retires: "2026-11-30",
    traits: { ...GENERATION_4_5, cacheMinimum: 1_024 },
  },
];
