/** The choice between the tools (MR-37, MR-38). */
import type { Call } from "./call.ts";
import type { RefusalRule } from "./rule.ts";

const NOT_BOTH = "Thinking may not be enabled when tool_choice forces tool use.";

export const toolChoiceRules: RefusalRule[] = [
  {
    id: "MR-37",
    part: "offered",
    checks: "a call is forced only where there are tools, and of one tool only where that one is offered",
    kind: "refusal",
    confidence: "M", // The wording is the mock's own.
    check: faultOfChoice,
  },
  {
    id: "MR-37",
    checks: "a call is forced only from a model that can be forced",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      isForced(call) && !call.traits.forcedTools
        ? 'tool_choice: type "tool" and "any" are not supported for this model.'
        : undefined,
  },
  {
    id: "MR-38",
    part: "manual",
    checks: "no call is forced while thinking has a budget",
    kind: "refusal",
    confidence: "H",
    check: (call) => (isForced(call) && thinksAs(call, "enabled") ? NOT_BOTH : undefined),
  },
  {
    id: "MR-38",
    part: "adaptive-4.6",
    checks: "no call is forced from a model that knows both ways to think while it thinks adaptively",
    kind: "refusal",
    confidence: "M",
    check: (call) =>
      isForced(call) && thinksAs(call, "adaptive") && call.traits.modes.includes("enabled")
        ? NOT_BOTH
        : undefined,
  },
];

function faultOfChoice(call: Call): string | undefined {
  const { tools = [], tool_choice, mcp_servers, messages } = call.request;
  if (!isForced(call) || (Array.isArray(mcp_servers) && mcp_servers.length > 0)) return undefined;
  const { name } = tool_choice ?? {};
  if (name === undefined ? tools.length > 0 : tools.some((tool) => tool.name === name)) return undefined;
  // A tool may also be brought in by the conversation, and its own name stands deep within it.
  const brought = messages.some(
    ({ content }) => typeof content !== "string" && content?.some(({ type }) => type === "tool_addition"),
  );
  if (brought) return undefined;
  return name === undefined
    ? "tool_choice: a call cannot be forced, since no tools are offered"
    : `tool_choice.tool.name: no tool "${name}" is offered`;
}

/** Does the request force a call? */
export function isForced({ request: { tool_choice } }: Call): boolean {
  return tool_choice?.type === "any" || tool_choice?.type === "tool";
}

// A mode that the model does not have is MR-48's to refuse.
function thinksAs({ request: { thinking }, traits }: Call, mode: "enabled" | "adaptive"): boolean {
  return thinking?.type === mode && traits.modes.includes(mode);
}
