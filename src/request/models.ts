/** What the harness must know of a model before it asks it (MR-88, MR-97). */

/** How the thinking of a model is asked for. */
export interface ModelFacts {
  /** Tokens that one request and its answer may hold together. */
  readonly window: number;
  /** The most tokens that one answer may hold. */
  readonly maxOutput: number;
  /** `adaptive`: the model decides; `budget`: the harness gives a number of tokens (C-2.10). */
  readonly thinking: "adaptive" | "budget";
  /** Does the model take `output_config.effort`? */
  readonly effort: boolean;
}

const CURRENT: ModelFacts = { window: 1_000_000, maxOutput: 128_000, thinking: "adaptive", effort: true };
const GENERATION_4_5: ModelFacts = { window: 200_000, maxOutput: 64_000, thinking: "budget", effort: false };

/** The model that is asked where none is named (D-3). */
export const DEFAULT_MODEL = "claude-opus-5";

/** The facts of a model; an unknown one is taken for a current one. */
export function modelFacts(model: string): ModelFacts {
  if (/^claude-opus-4-5/.test(model)) return { ...GENERATION_4_5, effort: true };
  return /^claude-(sonnet|haiku)-4-5/.test(model) ? GENERATION_4_5 : CURRENT;
}

/** Are these two names of one model? One may carry its date. */
export function isSameModel(one: string, other: string): boolean {
  const bare = (name: string) => name.replace(/-\d{8}$/, "");
  return bare(one) === bare(other);
}
