/**
 * What a tool is (C-1.3): a schema that the model is shown, and code that the harness runs. One file a tool.
 */
import type { Disk, Shell, ToolKind } from "../ports.ts";
import { isRecord, type ToolDefinition } from "../wire.ts";

/** What a tool is given besides its input. */
export interface ToolContext {
  /** The project folder, a real path. */
  readonly cwd: string;
  readonly disk: Disk;
  readonly shell: Shell;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a call: the text for the model, and whether it failed. */
export interface ToolOutcome {
  readonly content: string;
  readonly isError: boolean;
}

/** One tool. */
export interface Tool {
  readonly name: string;
  /** What the model is told of it. */
  readonly description: string;
  /** JSON Schema of the input: an object of plain properties. */
  readonly inputSchema: InputSchema;
  readonly kind: ToolKind;
  /** Runs the call with an input that fits the schema. Throws `ToolError` to fail with a sentence for the model. */
  readonly run: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolOutcome>;
}

/** The part of JSON Schema that the tools here use. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<
    Record<string, { readonly type: "string" | "integer" | "boolean"; readonly description: string }>
  >;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** A call that cannot be done; the message is what the model is told. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The tool as it stands in a request; always the same bytes (C-1.9). */
export function definitionOf(tool: Tool): ToolDefinition {
  return { name: tool.name, description: tool.description, input_schema: { ...tool.inputSchema } };
}

/** What is wrong with an input, in one sentence for the model; undefined when it fits the schema. */
export function inputFault(schema: InputSchema, input: unknown): string | undefined {
  if (!isRecord(input)) return "The input must be an object.";
  const missing = schema.required.find((name) => input[name] === undefined);
  if (missing) return `The input lacks "${missing}".`;
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!property)
      return `The input has no property "${name}"; it takes ${Object.keys(schema.properties).join(", ")}.`;
    if (value !== undefined && !fits(property.type, value))
      return `"${name}" must be of type ${property.type}.`;
  }
  return undefined;
}

function fits(type: "string" | "integer" | "boolean", value: unknown): boolean {
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
