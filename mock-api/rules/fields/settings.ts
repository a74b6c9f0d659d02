/** The settings of a request, field by field (MR-10): thinking, output, choice of tools, and what the betas add. */
import {
  aBoolean,
  aCount,
  aDictionary,
  anInteger,
  aString,
  type Fields,
  kind,
  listOf,
  listOr,
  object,
  oneOf,
  orNull,
  orString,
  type Shape,
} from "./schema.ts";
import { tagged } from "./tagged.ts";

const shown: Fields = {
  display: orNull(oneOf("summarized", "omitted", "updates")),
  block_binding: orNull(object({}, { prefix_mismatch_behavior: orNull(oneOf("error", "drop_block")) })),
};

/** Each mode with what goes with it; whether the model knows the mode is MR-48's question. */
export const thinking: Shape = tagged({
  enabled: kind({ budget_tokens: anInteger }, shown),
  adaptive: kind({}, shown),
  between_tools: kind({}),
  disabled: kind({}),
});

/** How much work goes into an answer; which models know which is MR-50's question. */
export const effort: Shape = orNull(oneOf("low", "medium", "high", "xhigh", "max"));

/** MR-61 looks into the schema. */
export const outputFormat: Shape = orNull(object({ type: oneOf("json_schema"), schema: aDictionary }));

/** How little is too little is MR-105's question. */
const taskBudget = object({ type: oneOf("tokens"), total: aCount }, { remaining: orNull(aCount) });

/** What the answer is to be like. */
export const outputConfig: Shape = object(
  {},
  { effort, format: outputFormat, task_budget: orNull(taskBudget) },
);

const parallel = { disable_parallel_tool_use: aBoolean };

/** MR-37: who chooses the tool. */
export const toolChoice: Shape = tagged({
  auto: kind({}, parallel),
  any: kind({}, parallel),
  tool: kind({ name: aString }, parallel),
  none: kind({}),
});

const skill = object({ type: oneOf("anthropic", "custom"), skill_id: aString }, { version: aString });

/** Where code is run, by name or with the skills that it is to have. */
export const container: Shape = orNull(
  orString(object({}, { id: orNull(aString), skills: orNull(listOf(skill)) })),
);

const tokens = kind({ value: aCount });
const toolUses = kind({ value: aCount });
const turns = tagged({ thinking_turns: kind({ value: aCount }), all: kind({}) });
const whether: Shape = (value, walk) =>
  typeof value === "boolean" ? undefined : listOf(aString)(value, walk);

/** MR-101, MR-102: what the server takes out of the context. */
export const contextManagement: Shape = orNull(
  object(
    {},
    {
      edits: listOf(
        tagged({
          clear_tool_uses_20250919: kind(
            {},
            {
              trigger: tagged({ input_tokens: tokens, tool_uses: toolUses }),
              keep: tagged({ tool_uses: toolUses }),
              clear_at_least: orNull(tagged({ input_tokens: tokens })),
              clear_tool_inputs: orNull(whether),
              exclude_tools: orNull(listOf(aString)),
            },
          ),
          clear_thinking_20251015: kind({}, { keep: orString(turns) }),
          compact_20260112: kind(
            {},
            {
              trigger: orNull(tagged({ input_tokens: tokens })),
              instructions: orNull(aString),
              pause_after_compaction: aBoolean,
            },
          ),
        }),
      ),
    },
  ),
);

/** MR-103: the conversation is to be summed up. */
export const compaction: Shape = orNull(
  object({ type: oneOf("summarize") }, { instructions: orNull(aString) }),
);

/** MR-104: the conversation is kept at the server. */
export const thread: Shape = orNull(
  tagged({ create: kind({}), continue: kind({ previous_message_id: aString }) }),
);

/** How fast the answer is to be written. */
export const speed: Shape = orNull(oneOf("standard", "fast"));

/** MR-77: models to go on with after a refusal, each with settings of its own. */
export const fallbacks: Shape = orNull(
  listOr(
    object(
      { model: aString },
      { max_tokens: orNull(aCount), output_config: orNull(outputConfig), speed, thinking: orNull(thinking) },
      "open",
    ),
    oneOf("default"),
  ),
);

/** MR-77: what a refused answer is paid back with. */
export const fallbackCredit: Shape = orNull(
  orString(object({ token: aString }, { mode: oneOf("strict", "best_effort") })),
);

/** A server whose tools the API calls itself. */
export const mcpServer: Shape = object(
  { type: oneOf("url"), name: aString, url: aString },
  {
    authorization_token: orNull(aString),
    tool_configuration: orNull(
      object({}, { allowed_tools: orNull(listOf(aString)), enabled: orNull(aBoolean) }),
    ),
  },
);

/** Who pays. */
export const billingPolicy: Shape = orNull(
  object({ type: oneOf("billing_policy") }, { bill_to: oneOf("self", "user_profile") }),
);
