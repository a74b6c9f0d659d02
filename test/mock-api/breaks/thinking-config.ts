/** Ways to break the rules of rules/thinking-config.ts and rules/thinking-placement.ts. */
import { assistant, call, result, text, thought, user } from "../blocks.ts";
import { adding, type Break } from "./break.ts";
import { asking, going } from "./on-model.ts";

const mode = (type: string, effort?: string) => () => ({
  thinking: { type, ...(type === "enabled" && { budget_tokens: 1_024 }) },
  ...(type === "enabled" && { max_tokens: 2_048 }),
  ...(effort && { output_config: { effort } }),
});
const budget = (budget_tokens: number, max_tokens: number) => () => ({
  thinking: { type: "enabled", budget_tokens },
  max_tokens,
});
const ADAPTIVELY = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.';
const notCalm = (effort: string): string =>
  `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.`;
const TOO_MUCH =
  "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at ";
const INTERLEAVED = { headers: { "anthropic-beta": "interleaved-thinking-2025-05-14" } };

export const ofThinkingConfig: Break[] = [
  ...["claude-opus-5", "claude-opus-4-7", "claude-sonnet-5-5"].map((model) =>
    asking(model, "MR-48", `a budget for ${model}`, mode("enabled"), {
      text: `"thinking.type.enabled" is not supported for this model. ${ADAPTIVELY}`,
    }),
  ),
  asking("claude-haiku-4-5", "MR-48", "adaptive thinking of a 4.5 model", mode("adaptive"), {
    text: "adaptive thinking is not supported on this model",
  }),
  ...["claude-opus-5-5", "claude-fable-5"].map((model) =>
    asking(model, "MR-48", `no thinking of ${model}`, mode("disabled"), {
      text: `"thinking.type.disabled" is not supported for this model. ${ADAPTIVELY}`,
    }),
  ),
  asking("claude-sonnet-5-5", "MR-48", "no thinking of Sonnet 5.5", mode("disabled"), {
    contains: ['"thinking.type.disabled" is not supported for this model. ', "between_tools"],
  }),
  asking("claude-opus-5", "MR-48", "thinking between the calls of another model", mode("between_tools"), {
    text: '"thinking.type.between_tools" is not supported for this model.',
  }),
  asking("claude-haiku-4-5", "MR-49/least", "a budget that is too small", budget(1_023, 2_048), {
    text: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
  }),
  // The address at the end of the message is known to change.
  asking("claude-opus-4-5", "MR-49/most", "a budget of all of max_tokens", budget(1_024, 1_024), {
    contains: [TOO_MUCH],
  }),
  asking("claude-haiku-4-5", "MR-49/most", "the header on a model that ignores it", budget(2_048, 1_024), {
    ...INTERLEAVED,
    contains: [TOO_MUCH],
  }),
  asking("claude-haiku-4-5", "MR-50/level", "an effort of a model that knows none", () => ({
    output_config: { effort: "low" },
  })),
  ...[
    ["claude-opus-4-5", "max"],
    ["claude-sonnet-4-6", "xhigh"],
  ].map(([model = "", effort]) =>
    asking(model, "MR-50/level", `${effort} of ${model}`, () => ({ output_config: { effort } })),
  ),
  asking("claude-opus-5", "MR-50/calm", "much effort without thinking", mode("disabled", "xhigh"), {
    text: notCalm("xhigh"),
  }),
  asking(
    "claude-opus-5",
    "MR-50/calm",
    "much effort from the middle on, without thinking",
    (request) => ({
      ...mode("disabled")(),
      ...going({ role: "system", content: [], output_config: { effort: "xhigh" } })(request),
    }),
    { text: notCalm("xhigh"), headers: { "anthropic-beta": "mid-conversation-output-config-2026-07-01" } },
  ),
  asking("claude-haiku-5-5", "MR-50/calm", "most effort without thinking", mode("disabled", "max"), {
    text: notCalm("max"),
  }),
  asking("claude-sonnet-5-5", "MR-50/calm", "most effort between the calls", mode("between_tools", "max"), {
    text: notCalm("max"),
  }),
];

const inManualMode = (...messages: Parameters<typeof going>) => {
  return (request: Parameters<ReturnType<typeof going>>[0]) => ({
    ...mode("enabled")(),
    ...going(...messages)(request),
  });
};

export const ofThinkingPlacement: Break[] = [
  asking(
    "claude-haiku-4-5",
    "MR-43",
    "a call without thinking before it",
    inManualMode(assistant(call("x")), user(result("x"))),
    { text: (at) => mustBegin(at, "tool_use") },
  ),
  asking(
    "claude-opus-4-6",
    "MR-43",
    "a turn of two steps that begins with a text",
    inManualMode(assistant(text("a"), call("x")), user(result("x")), assistant(call("y")), user(result("y"))),
    { text: (at) => mustBegin(at, "text") },
  ),
  asking(
    "claude-haiku-4-5",
    "MR-44/first",
    "a text before the thinking",
    inManualMode(assistant(text("a"), thought(0, 1), text("b")), user(text("c"))),
    {
      text: (at) =>
        `messages.${at}.content.0: If an assistant message contains any thinking blocks, the first block must be thinking or redacted_thinking. Found text.`,
    },
  ),
  adding("MR-44/last", "an assistant who only thinks", (at) => ({
    messages: [assistant(thought(0, 1)), user(text("b"))],
    text: `messages.${at}: The final block in an assistant message cannot be \`thinking\`.`,
  })),
  // The end of the message is not known.
  asking(
    "claude-haiku-4-5",
    "MR-44/disabled",
    "thinking to go on with, without thinking",
    (request) => ({
      thinking: { type: "disabled" },
      ...going(assistant(thought(0, 1), text("a")))(request),
    }),
    {
      contains: (at) => [
        `messages.${at}.content.0: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`.`,
      ],
    },
  ),
];

function mustBegin(at: number, found: string): string {
  return (
    `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, ` +
    "a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and " +
    "`tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, " +
    "disable `thinking`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking"
  );
}
