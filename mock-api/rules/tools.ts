/** Tool definitions (MR-34 to MR-36), and whether a conversation with calls has to have any (MR-41). */
import type { MessagesRequest, RequestTool } from "../wire.ts";
import type { Call } from "./call.ts";
import { isOwnTool } from "./fields/tools.ts";
import { isJsonSchema, misfitOf, type Room, roomForExamples } from "./json-schema.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const DOCUMENTATION = "https://docs.claude.com/en/docs/build-with-claude/tool-use";

/** Order: each tool's name, the names together, each schema, what is in sight of the model. */
export const toolRules: RefusalRule[] = [
  {
    id: "MR-34",
    part: "form",
    checks:
      "a tool's name is made of at most 128 letters, digits, _ and -; from 65 on, which a page warns of, nothing is said",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      eachOwnTool(call, ({ name }) =>
        NAME.test(name) ? undefined : ".name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
      ),
  },
  {
    id: "MR-34",
    part: "unique",
    checks: "no two tools have the same name",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { tools = [] } }) => {
      const names = tools.flatMap(({ name }) => (name === undefined ? [] : [name]));
      return new Set(names).size < names.length ? "tools: Tool names must be unique." : undefined;
    },
  },
  {
    id: "MR-35",
    part: "type",
    checks: "the schema of a tool's input describes an object",
    kind: "refusal",
    confidence: "M",
    check: (call) => eachOwnTool(call, faultOfType),
  },
  {
    id: "MR-35",
    part: "top",
    checks: "the schema of a tool's input is no union at its top",
    kind: "refusal",
    confidence: "M",
    check: (call) =>
      eachOwnTool(call, (tool) =>
        ["oneOf", "allOf", "anyOf"].some((union) => union in schemaOf(tool))
          ? ".input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level"
          : undefined,
      ),
  },
  {
    id: "MR-35",
    part: "draft",
    checks: "the schema of a tool's input is a JSON schema of draft 2020-12",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      eachOwnTool(call, (tool) =>
        isJsonSchema(schemaOf(tool))
          ? undefined
          : ".input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 " +
            `(https://json-schema.org/draft/2020-12). Learn more about tool use at ${DOCUMENTATION}.`,
      ),
  },
  {
    id: "MR-35",
    part: "examples",
    checks: "the examples of a tool's input match its schema",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const room = roomForExamples();
      return eachOwnTool(call, (tool) => faultOfExamples(tool, room));
    },
  },
  {
    id: "MR-36",
    part: "deferred",
    checks: "at least one tool is not deferred",
    kind: "refusal",
    confidence: "H",
    check: ({ request: { tools = [] } }) =>
      tools.length > 0 && tools.every((tool) => tool.defer_loading === true)
        ? "tools: all tools have `defer_loading: true`; at least one must be loaded from the start"
        : undefined,
  },
  {
    id: "MR-41",
    checks: "a conversation with calls or results comes with tools",
    kind: "refusal",
    confidence: "L",
    check: ({ request }) =>
      !request.tools?.length && hasCalls(request)
        ? "Requests which include `tool_use` or `tool_result` blocks must define tools"
        : undefined,
  },
];

/** The first fault of a tool of the client's own, after the tool's path. */
function eachOwnTool(
  { request: { tools = [] } }: Call,
  look: (tool: RequestTool) => string | undefined,
): string | undefined {
  return firstOf(tools.entries(), ([index, tool]) => {
    const fault = isOwnTool(tool) ? look(tool) : undefined;
    return fault && `tools.${index}.custom${fault}`;
  });
}

function schemaOf(tool: RequestTool): Record<string, unknown> {
  return tool.input_schema as Record<string, unknown>;
}

function faultOfType(tool: RequestTool): string | undefined {
  const { type } = schemaOf(tool);
  if (type === undefined) return ".input_schema.type: Field required";
  return type === "object" ? undefined : ".input_schema.type: Input should be 'object'";
}

function faultOfExamples(tool: RequestTool, room: Room): string | undefined {
  const examples = tool["input_examples"] as unknown[] | undefined;
  const misfit = examples && misfitOf(schemaOf(tool), examples, room);
  return misfit === undefined
    ? undefined
    : `.input_examples.${misfit}: the example does not match the tool's input_schema`;
}

function hasCalls({ messages }: MessagesRequest): boolean {
  return messages.some(
    ({ content }) =>
      typeof content !== "string" &&
      content.some(({ type }) => type === "tool_use" || type === "tool_result"),
  );
}
