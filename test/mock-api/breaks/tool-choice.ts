/** Ways to break the rules of rules/tool-choice.ts. */
import { asking } from "./on-model.ts";

const tools = [{ name: "tool0", input_schema: { type: "object" } }];
const any = { tools, tool_choice: { type: "any" } };
const named = { tools, tool_choice: { type: "tool", name: "tool0" } };
const budget = { thinking: { type: "enabled", budget_tokens: 1_024 }, max_tokens: 2_048 };
const NEVER = 'tool_choice: type "tool" and "any" are not supported for this model.';
const NOT_BOTH = "Thinking may not be enabled when tool_choice forces tool use.";

export const ofToolChoice = [
  // That these are refused is derived, in which words is not known.
  asking("claude-opus-5", "MR-37/offered", "any tool, forced where there are none", () => ({
    ...any,
    tools: [],
  })),
  asking("claude-opus-5", "MR-37/offered", "one tool, forced where there are none", () => ({
    ...named,
    tools: undefined,
  })),
  asking("claude-opus-5", "MR-37/offered", "one tool, forced where others are offered", () => ({
    ...named,
    tool_choice: { type: "tool", name: "tool1" },
  })),
  asking("claude-opus-5-5", "MR-37", "any tool, forced", () => any, { text: NEVER }),
  asking("claude-fable-5-1", "MR-37", "one tool, forced", () => named, { text: NEVER }),
  asking("claude-opus-4-5", "MR-38/manual", "any tool, forced with a budget", () => ({ ...any, ...budget }), {
    text: NOT_BOTH,
  }),
  asking(
    "claude-sonnet-4-6",
    "MR-38/manual",
    "one tool, forced with a budget",
    () => ({ ...named, ...budget }),
    {
      text: NOT_BOTH,
    },
  ),
  // That it is refused is known, in which words is not.
  asking("claude-opus-4-6", "MR-38/adaptive-4.6", "any tool, forced from an adaptive 4.6 model", () => ({
    ...any,
    thinking: { type: "adaptive" },
  })),
];
