/**
 * What differs between models (MR-24, MR-37, MR-46, MR-50, MR-80, MR-88 to MR-97). Each rule asks the traits of the
 * model it has before it; no rule knows a model by its name.
 */
import { MODELS, type ModelRow } from "./models.ts";

/** A way to think that a request can ask for. */
export type ThinkingMode = "adaptive" | "enabled" | "disabled" | "between_tools";

/** How much work the model puts into an answer, from little to most. */
export type Effort = "low" | "medium" | "high" | "xhigh" | "max";

/** The traits of one model. */
export interface ModelTraits {
  /** Tokens that prompt and answer have room in (MR-97). */
  window: number;
  /** The most tokens that `max_tokens` may ask for (MR-58, MR-97). */
  outputCap: number;
  /** How much text the mock counts as one token: 4 bytes, or 5.2 for the older tokenizer (MR-97, MR-100). */
  bytesPerToken: number;
  /** A prefix shorter than this many tokens is silently not cached (MR-80). */
  cacheMinimum: number;
  /** Whether the conversation may end with an assistant message for the model to go on with (MR-25). */
  prefill: boolean;
  /** Whether a message in the middle of the conversation may have the role `system` (MR-24). */
  systemMessages: boolean;
  /** Whether `tool_choice` may force a call (MR-37). */
  forcedTools: boolean;
  /** Whether large images are read at up to 2576 pixels a side, or at 1568 (MR-60). */
  sharpImages: boolean;
  /** What may be asked of sampling: nothing, one parameter at a time, all of them (MR-51). */
  sampling: "fixed" | "one at a time" | "free";
  /** The thinking modes that the model takes (MR-88). */
  modes: readonly ThinkingMode[];
  /** The thinking mode when the request does not say (MR-88). */
  thinking: "adaptive" | "disabled";
  /** Whether thinking is shown, or left out, when the request does not say (MR-89). */
  display: "summarized" | "omitted";
  /** Whether a header lets the model think between calls with a budget of its own, in the mode `enabled` (MR-90). */
  interleavedByHeader: boolean;
  /** The efforts that the model knows; none: `effort` is refused (MR-50). */
  efforts: readonly Effort[];
  /** The mode that efforts above `high` do not go with (MR-50). */
  calmMode: ThinkingMode | null;
  /** The effort when the request does not say (MR-88). */
  effort: "medium" | "high";
  /** Whether earlier turns' thinking stays in the context, or only that of the last turn (MR-92). */
  keepsThinking: "all" | "last turn";
  /** What a thinking block of this model is bound to: nothing, the models that may read it, also what came before it (MR-46). */
  thinkingBinding: "none" | "readers" | "conversation";
  /** A model reads the thinking of every model whose rank is not above its own (MR-94). */
  thinkingRank: number;
  /** Whether its thinking is bound to the organization it was made for (MR-94). */
  accountBound: boolean;
  /** Whether another model may answer in its place when it declines (MR-77). */
  takesFallbacks: boolean;
  /** Whether a text that is written into thinking that was not shown is ignored, and not taken for a forgery (MR-45). */
  ignoresOmittedText: boolean;
}

/**
 * The day that the mock knows the world of: which models there are follows from it (MR-96). Fixed, and not the clock's:
 * what the mock answers must not change overnight in a project that did not change.
 */
const KNOWN_DAY = "2026-11-30";

const ROWS = new Map<string, ModelRow>(MODELS.flatMap((row) => row.ids.map((id) => [id, row] as const)));

/** The row of a model that exists; a model still answers on the day it retires (MR-96). */
export function modelOf(id: string): ModelRow | undefined {
  const row = ROWS.get(id);
  return row?.retires !== undefined && row.retires < KNOWN_DAY ? undefined : row;
}

/** The name of a model without its date, also of one that is retired; undefined for a model that no row knows. */
export function shortNameOf(id: string): string | undefined {
  return ROWS.get(id)?.ids[0];
}

/** The traits of a model id, with or without its date. A model that no row knows counts as a current one. */
export function traitsOf(model: string): ModelTraits {
  return (ROWS.get(model) ?? MODELS[0]).traits;
}
