/**
 * What a tool is (C-1.3): a schema that the model is shown, and code that the harness runs. One file a tool.
 */
import type { Disk, Shell, ToolKind } from "../ports.ts";
import { type Block, isRecord, type ToolDefinition, type ToolUseBlock } from "../wire.ts";

/** What a tool is given besides its input. */
export interface ToolContext {
  /** The project folder, a real path. */
  readonly cwd: string;
  readonly disk: Disk;
  readonly shell: Shell;
  /** The call itself. */
  readonly call: ToolUseBlock;
  /**
   * What earlier calls on this session's path have left in the log as `details`, oldest first: a tool's only memory, so
   * that a session taken up by another process knows the same (D-36).
   */
  readonly past: () => readonly Readonly<Record<string, unknown>>[];
  readonly signal?: AbortSignal | undefined;
}

/** What came of a call: text for the model, or blocks where text alone does not say it; and whether it failed. */
export interface ToolOutcome {
  readonly content: string | readonly Block[];
  readonly isError: boolean;
  /** What the harness adds for the model, such as where to read on: sent at the content's end as a reminder (C-4.4). */
  readonly remark?: string | undefined;
  /** What the tool wants to find again in `past`; it is logged beside the result and never sent. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One tool. */
export interface Tool {
  readonly name: string;
  /** What the model is told of it. */
  readonly description: string;
  /** JSON Schema of the input: an object of plain properties. */
  readonly inputSchema: InputSchema;
  /** Of a tool that is not ours: any JSON Schema. It is what the model is shown, and the tool itself says what does not fit. */
  readonly anySchema?: Readonly<Record<string, unknown>>;
  /** Is it sent as one that the model has to look for first (D-17)? */
  readonly deferred?: true;
  readonly kind: ToolKind;
  /** Calls of one batch with the same lane run one after the other, in the order asked; left out: all at once. */
  readonly lane?: (input: Readonly<Record<string, unknown>>, cwd: string) => string;
  /** Runs the call with an input that fits the schema. Throws `ToolError` to fail with a sentence for the model. */
  readonly run: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolOutcome>;
}

/** The part of JSON Schema that the tools here use. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** One property of an input. */
export interface InputProperty {
  readonly type: "string" | "integer" | "boolean" | "array";
  readonly description: string;
  /** The only values there are. */
  readonly enum?: readonly string[];
  /** Of an array. */
  readonly items?: { readonly type: "string" };
}

/** The schema of an input: an object of these properties and no others. */
export function inputs(required: readonly string[], properties: InputSchema["properties"]): InputSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A call that cannot be done; the message is what the model is told. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The tool as it stands in a request; always the same bytes (C-1.9). */
export function definitionOf({ name, description, anySchema, deferred, ...tool }: Tool): ToolDefinition {
  const input_schema = anySchema ?? { ...tool.inputSchema };
  return { name, description, input_schema, ...(deferred && { defer_loading: true }) };
}

/** What is wrong with an input, in one sentence for the model; undefined when it fits the schema. */
export function inputFault({ inputSchema: schema, anySchema }: Tool, input: unknown): string | undefined {
  if (!isRecord(input)) return "The input must be an object.";
  if (anySchema) return undefined;
  const missing = schema.required.find((name) => input[name] === undefined);
  if (missing) return `The input lacks "${missing}".`;
  for (const [name, value] of Object.entries(input)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!property)
      return `The input has no property "${name}"; it takes ${Object.keys(schema.properties).join(", ")}.`;
    if (value !== undefined && !fits(property.type, value))
      return `"${name}" must be of type ${property.type}.`;
    if (property.enum && !property.enum.includes(String(value)))
      return `"${name}" must be one of ${property.enum.join(", ")}.`;
  }
  return undefined;
}

function fits(type: InputProperty["type"], value: unknown): boolean {
  if (type === "array") return Array.isArray(value) && value.every((item) => typeof item === "string");
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
