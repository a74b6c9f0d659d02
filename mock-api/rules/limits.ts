/** How much may be said and asked for (MR-56, MR-58, MR-59). Whether the prompt fits is asked last: it has to be counted. */
import { formatsOf } from "../prompt/output-formats.ts";
import type { Call } from "./call.ts";
import type { RefusalRule } from "./rule.ts";
import { isForced } from "./tool-choice.ts";

export const limitRules: RefusalRule[] = [
  {
    id: "MR-58",
    checks: "max_tokens is not above what the model can write",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { max_tokens, model }, traits: { outputCap } }) =>
      max_tokens > outputCap
        ? `max_tokens: ${max_tokens} > ${outputCap}, which is the maximum allowed number of output tokens for ${model}`
        : undefined,
  },
  notWithout("stream", "`stream`", ({ request }) => request.stream === true),
  notWithout("thinking", "thinking with a budget", ({ request }) => request.thinking?.type === "enabled"),
  notWithout("format", "`output_config.format`", ({ request }) => formatsOf(request).length > 0),
  notWithout("forced", "a `tool_choice` that forces a call", isForced),
  notWithout("compaction", "`compaction`", ({ request }) => request["compaction"] != null),
  {
    id: "MR-56",
    checks: "the prompt fits into the window of the model",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      // How many tokens it is, is what counting asks to be told.
      if (call.head.endpoint === "count_tokens") return undefined;
      const { window } = call.traits;
      return call.tokens > window
        ? `prompt is too long: ${call.tokens} tokens > ${window} maximum`
        : undefined;
    },
  },
];

/** MR-59: a request that only warms the cache asks for nothing that needs an answer. The wording is the mock's own. */
function notWithout(part: string, what: string, asks: (call: Call) => boolean): RefusalRule {
  return {
    id: "MR-59",
    part,
    checks: `max_tokens is not 0 together with ${what.replaceAll("`", "")}`,
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      call.request.max_tokens === 0 && asks(call) ? `max_tokens: 0 is not allowed with ${what}` : undefined,
  };
}
