/** What differs between models, as far as the mock needs it (MR-25, MR-80, MR-88, MR-89). */

/** The traits of one model. */
export interface ModelTraits {
  /** A prefix shorter than this many tokens is silently not cached (MR-80). */
  cacheMinimum: number;
  /** Whether the conversation may end with an assistant message for the model to go on with (MR-25). */
  prefill: boolean;
  /** Whether thinking is shown, or left out, when the request does not say (MR-89). */
  display: "summarized" | "omitted";
  /** The thinking mode when the request does not say (MR-88). */
  thinking: "adaptive" | "disabled";
  /** The effort when the request does not say (MR-88). */
  effort: "medium" | "high";
}

const CURRENT: ModelTraits = {
  cacheMinimum: 512,
  prefill: false,
  display: "omitted",
  thinking: "adaptive",
  effort: "high",
};
const UNTHINKING: ModelTraits = { ...CURRENT, thinking: "disabled" };
const GENERATION_4_6: ModelTraits = { ...UNTHINKING, display: "summarized" };
const GENERATION_4_5: ModelTraits = { ...GENERATION_4_6, prefill: true };

const TRAITS = new Map<string, ModelTraits>([
  ["claude-fable-5-2", CURRENT],
  ["claude-mythos-5-2", CURRENT],
  ["claude-fable-5-1", CURRENT],
  ["claude-mythos-5-1", CURRENT],
  ["claude-fable-5", CURRENT],
  ["claude-mythos-5", CURRENT],
  ["claude-opus-5-5", { ...CURRENT, effort: "medium" }],
  ["claude-sonnet-5-5", CURRENT],
  ["claude-haiku-5-5", { ...CURRENT, effort: "medium" }],
  ["claude-opus-5", CURRENT],
  ["claude-sonnet-5", { ...CURRENT, cacheMinimum: 1_024 }],
  ["claude-mythos-preview", { ...CURRENT, cacheMinimum: 2_048 }],
  ["claude-opus-4-8", { ...UNTHINKING, cacheMinimum: 1_024 }],
  ["claude-opus-4-7", { ...UNTHINKING, cacheMinimum: 2_048 }],
  ["claude-opus-4-6", { ...GENERATION_4_6, cacheMinimum: 4_096 }],
  ["claude-sonnet-4-6", { ...GENERATION_4_6, cacheMinimum: 1_024 }],
  ["claude-opus-4-5", { ...GENERATION_4_5, cacheMinimum: 4_096 }],
  ["claude-sonnet-4-5", { ...GENERATION_4_5, cacheMinimum: 1_024 }],
  ["claude-haiku-4-5", { ...GENERATION_4_5, cacheMinimum: 4_096 }],
]);

const DATE = /-\d{8}$/;

/** The traits of a model id, with or without its date. A model the table does not know counts as a current one. */
export function traitsOf(model: string): ModelTraits {
  return TRAITS.get(model.replace(DATE, "")) ?? CURRENT;
}
