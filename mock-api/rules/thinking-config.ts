/** Thinking modes, budgets and efforts, as each model takes them (MR-48 to MR-50, MR-88, MR-90). */

import type { Effort, ThinkingMode } from "../catalog/traits.ts";
import type { MessagesRequest } from "../wire.ts";
import type { Call } from "./call.ts";
import type { RefusalRule } from "./rule.ts";

const INTERLEAVED = "interleaved-thinking-2025-05-14";
const LEAST_BUDGET = 1_024;
const HIGH_AT_MOST: readonly unknown[] = ["low", "medium", "high"];
const INSTEAD = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';

/** Order: the mode by itself, its budget, the effort by itself, then the effort in that mode. */
export const thinkingConfigRules: RefusalRule[] = [
  {
    id: "MR-48",
    checks: "the model has the thinking mode that is asked for",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const mode = call.request.thinking?.type;
      return mode === undefined || call.traits.modes.some((known) => known === mode)
        ? undefined
        : unsupported(mode, call.traits.modes);
    },
  },
  {
    id: "MR-49",
    part: "least",
    checks: "a budget for thinking is at least 1024 tokens",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { thinking } }) => {
      if (thinking?.type !== "enabled") return undefined;
      return (thinking.budget_tokens ?? 0) >= LEAST_BUDGET
        ? undefined
        : `thinking.enabled.budget_tokens: Input should be greater than or equal to ${LEAST_BUDGET}`;
    },
  },
  {
    id: "MR-49",
    part: "most",
    checks: "a budget for thinking is less than max_tokens, unless thinking goes on between the calls",
    kind: "refusal",
    confidence: "H",
    check: checkMost,
  },
  {
    id: "MR-50",
    part: "level",
    checks: "the model knows the effort that is asked for",
    kind: "refusal",
    confidence: "H",
    check: ({ request, traits: { efforts } }) => {
      const effort = effortsOf(request).find((asked) => !efforts.some((known) => known === asked));
      if (effort === undefined) return undefined;
      return efforts.length === 0
        ? "This model does not support the effort parameter."
        : `This model does not support effort level '${effort}'. Supported levels: ${listed(efforts)}.`;
    },
  },
  {
    id: "MR-50",
    part: "calm",
    checks: "an effort above high is not asked for without thinking, where the model ties the two",
    kind: "refusal",
    confidence: "H", // For Haiku 5.5 it is M.
    check: ({ request, traits }) => {
      const effort = effortsOf(request).find((asked) => !HIGH_AT_MOST.includes(asked));
      if (request.thinking?.type !== traits.calmMode || effort === undefined) return undefined;
      return (
        `output_config.effort '${effort}' is not supported when thinking is disabled on this model. ` +
        "Use effort 'high' or below, or enable thinking."
      );
    },
  },
];

/** Every effort that is asked for: of the request, and of messages that set it from there on (MR-24). */
function effortsOf({ output_config, messages }: MessagesRequest): string[] {
  return [output_config, ...messages.map((message) => message.output_config)].flatMap(
    (config) => config?.effort ?? [],
  );
}

/** MR-90: may the model think between its calls, with a budget that is not part of `max_tokens`? */
function isInterleaved({ head, traits }: Call): boolean {
  return traits.interleavedByHeader && head.hasBeta(INTERLEAVED);
}

/** What counts tokens has no `max_tokens`; a pre-warm has none to spend, and MR-59 speaks of it. */
function checkMost(call: Call): string | undefined {
  const { thinking, max_tokens } = call.request;
  if (thinking?.type !== "enabled" || !max_tokens || isInterleaved(call)) return undefined;
  return (thinking.budget_tokens ?? 0) < max_tokens
    ? undefined
    : "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at " +
        "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size";
}

function unsupported(mode: string, modes: readonly ThinkingMode[]): string {
  const refused = `"thinking.type.${mode}" is not supported for this model.`;
  switch (mode) {
    case "adaptive":
      return "adaptive thinking is not supported on this model";
    case "enabled":
      return `${refused} ${INSTEAD}`;
    case "disabled":
      return `${refused} ${insteadOfNone(modes)}`;
    default:
      return refused;
  }
}

/** What the API advises instead of no thinking; the models without a budget say all the same. */
function insteadOfNone(modes: readonly ThinkingMode[]): string {
  if (modes.includes("between_tools")) {
    return (
      'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. ' +
      "The model does not think before responding. The short updates it writes between tool calls come back as " +
      "thinking blocks."
    );
  }
  return modes.includes("enabled")
    ? 'Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.'
    : INSTEAD;
}

function listed(efforts: readonly Effort[]): string {
  return [...efforts].sort().join(", ");
}
