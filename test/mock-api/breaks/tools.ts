/** Ways to break the rules of rules/tools.ts and rules/fields/tools.ts. */
import { assistant, call, result, user } from "../blocks.ts";
import { type Break, longerBy, saying } from "./break.ts";

/** A tool that nothing is wrong with, but for what is said of it. */
function tool(more: object = {}): object {
  return { name: "x", input_schema: { type: "object" }, ...more };
}

/** A break in which there are no other tools, and no choice between them; said is all of the refusal, or parts of it. */
function withTools(rule: string, how: string, tools: object[], said?: string | readonly string[]): Break {
  return {
    rule,
    how,
    make: ({ tool_choice: _choice, ...legal }) => ({
      broken: { ...legal, tools },
      ...saying(said),
      sound: { body: { ...legal, tools: [tool()] } },
    }),
  };
}

const NAME = "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'";
const INVALID =
  "tools.1.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 " +
  "(https://json-schema.org/draft/2020-12). Learn more about tool use at ";
const withSchema = (
  rule: string,
  how: string,
  input_schema: unknown,
  said?: string | readonly string[],
): Break => withTools(rule, how, [tool(), tool({ name: "y", input_schema })], said);

export const ofTools: Break[] = [
  withTools(
    "MR-36/fields",
    "a tool without a schema",
    [{ name: "x" }],
    "tools.0.custom.input_schema: Field required",
  ),
  withTools(
    "MR-36/fields",
    "a tool of another API",
    [tool(), tool({ name: "y", parameters: {} })],
    "tools.1.custom.parameters: Extra inputs are not permitted",
  ),
  withTools(
    "MR-105",
    "a tool of the API's own under another name",
    [{ type: "bash_20250124", name: "shell" }],
    "tools.0.bash_20250124.name: Input should be 'bash'",
  ),
  withTools("MR-105", "a type of tool that there is not", [tool({ type: "function" })]),
  withTools(
    "MR-34/form",
    "a name with a dot",
    [tool(), tool({ name: "x.y" })],
    `tools.1.custom.name: ${NAME}`,
  ),
  withTools(
    "MR-34/form",
    "a name of 129 letters",
    [tool({ name: "x".repeat(129) })],
    `tools.0.custom.name: ${NAME}`,
  ),
  withTools("MR-34/unique", "two tools of one name", [tool(), tool()], "tools: Tool names must be unique."),
  withTools(
    "MR-34/unique",
    "a tool under the name of one of the API's own",
    [{ type: "bash_20250124", name: "bash" }, tool({ name: "bash" })],
    "tools: Tool names must be unique.",
  ),
  withSchema("MR-35/type", "a schema without a type", {}, "tools.1.custom.input_schema.type: Field required"),
  withSchema("MR-35/type", "an input that is no object", { type: "array" }),
  withSchema("MR-35/top", "a choice between inputs", { type: "object", oneOf: [{ type: "object" }] }),
  ...[
    { type: "object", properties: { a: { type: "text" } } },
    { type: "object", properties: { a: { type: "array", items: [{ type: "string" }] } } },
    { type: "object", properties: { a: { type: "number", minimum: 0, exclusiveMinimum: true } } },
  ].map((schema) =>
    withSchema("MR-35/draft", `a schema of ${JSON.stringify(schema.properties.a)}`, schema, [INVALID]),
  ),
  withTools("MR-35/examples", "an example that does not match", [
    tool({
      input_schema: { type: "object", required: ["a"] },
      input_examples: [{ a: 1 }, { b: 1 }],
    }),
  ]),
  withTools(
    "MR-36/deferred",
    "all tools deferred",
    [tool({ defer_loading: true }), tool({ name: "y", defer_loading: true })],
    ["defer_loading: true"],
  ),
  {
    rule: "MR-41",
    how: "a call without tools",
    rules: { "MR-41": true },
    make: ({ tools: _tools, tool_choice: _choice, ...legal }) => ({
      broken: longerBy(legal, [assistant(call("z")), user(result("z"))]),
    }),
  },
];
