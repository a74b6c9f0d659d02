/**
 * The tools of all servers as a session knows them from its start to its end: in one order, whatever order the servers
 * give (bug report 99), and each such that the API takes it, for one that it refuses would spoil every request.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import { neutral } from "../../context/wrap.ts";
import { isRecord } from "../../wire.ts";
import type { ListedTool } from "./connection.ts";
import { toolName } from "./names.ts";

/** Characters of a description that are shown to the model. */
const LONGEST_DESCRIPTION = 2_048;
/** Characters of JSON that a schema may have. */
const LONGEST_SCHEMA = 100_000;
/** What the API does not take at the top of a schema (MR-35); the server checks the input all the same. */
const NOT_AT_THE_TOP = ["$schema", "oneOf", "anyOf", "allOf"];

const DRAFT = new Ajv2020({ strict: false, validateFormats: false, logger: false });

/** A tool of a server, under the name that the model calls it by. */
export interface FrozenTool {
  readonly name: string;
  readonly server: string;
  /** Its name at its server. */
  readonly tool: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A server, and the tools that it lists. */
export interface ServerTools {
  readonly server: string;
  readonly listed: readonly ListedTool[];
}

/**
 * The tools of some servers, by name, and what of them a person should be told. Two lists of the same tools come to the
 * same bytes. Law: mcp-list-frozen, mcp-tools-legal
 */
export function frozenTools(servers: readonly ServerTools[]): {
  readonly tools: readonly FrozenTool[];
  readonly told: readonly string[];
} {
  const told: string[] = [];
  const byName = new Map<string, FrozenTool>();
  for (const { server, tool } of inOrder(servers)) {
    const found = frozen(server, tool);
    if (typeof found === "string") told.push(leftOut(server, tool, found));
    else if (byName.has(found.name))
      told.push(leftOut(server, tool, `there is one called ${found.name} already`));
    else byName.set(found.name, found);
    if (typeof found !== "string" && !found.name.endsWith(`__${tool.name}`))
      told.push(
        `The tool ${quoted(tool.name)} of the MCP server ${quoted(server)} is called ${found.name} here.`,
      );
  }
  const tools = [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return { tools, told };
}

/** What a tool of a server is to the model; or why it cannot be sent. */
export function frozen(server: string, tool: ListedTool): FrozenTool | string {
  try {
    const schema = schemaOf(tool.inputSchema);
    if (typeof schema === "string") return schema;
    const description = shortened(tool.description ?? "");
    const shown = neutral(wellFormed({ description, schema }));
    return { name: toolName(server, tool.name), server, tool: tool.name, ...shown };
  } catch (error) {
    return `its definition cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function schemaOf(listed: unknown): Record<string, unknown> | string {
  if (!isRecord(listed)) return "it has no input schema";
  const fields = Object.entries(listed).filter(([name]) => !NOT_AT_THE_TOP.includes(name));
  const schema = { ...Object.fromEntries(fields), type: listed["type"] ?? "object" };
  if (schema.type !== "object") return "its input is not an object";
  if (JSON.stringify(schema).length > LONGEST_SCHEMA) return "its input schema is too long";
  return DRAFT.validateSchema(schema) === true ? schema : "its input schema is not of JSON Schema 2020-12";
}

function shortened(description: string): string {
  if (description.length <= LONGEST_DESCRIPTION) return description;
  return `${description.slice(0, LONGEST_DESCRIPTION).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Halves of surrogate pairs, which the API does not take (MR-11), replaced wherever they stand. */
function wellFormed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_name, each) =>
    typeof each === "string" ? each.toWellFormed() : each,
  );
}

function inOrder(servers: readonly ServerTools[]): { server: string; tool: ListedTool; key: string }[] {
  return servers
    .flatMap(({ server, listed }) =>
      listed.map((tool) => ({ server, tool, key: `${JSON.stringify([server, tool.name])}${jsonOf(tool)}` })),
    )
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** What is too deep to be written down comes last, and is left out. */
function jsonOf(tool: ListedTool): string {
  try {
    return JSON.stringify(tool);
  } catch {
    return "~";
  }
}

function leftOut(server: string, { name }: ListedTool, why: string): string {
  return `The tool ${quoted(name)} of the MCP server ${quoted(server)} is left out: ${why}.`;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}
