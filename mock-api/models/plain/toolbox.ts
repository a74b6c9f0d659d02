/** Which of a request's tools do what, told from their names and from the properties of their schemas. */
import type { MessagesRequest, RequestTool } from "../../wire.ts";

/** What the plain model wants done. */
export type Verb = "read" | "write" | "edit" | "run" | "glob" | "list" | "grep";

/** A call to make. */
export interface Call {
  name: string;
  input: Record<string, unknown>;
}

/** The tools of one request. */
export interface Toolbox {
  /** The call that does it; undefined where no tool of the request can. */
  call(verb: Verb, values: Readonly<Record<string, unknown>>): Call | undefined;
  /** Which verb a tool stands for. */
  verbOf(name: string): Verb | undefined;
  /** The names of all tools that may be called. */
  names: readonly string[];
  /** May one answer make several calls? */
  parallel: boolean;
}

interface Shape {
  named: RegExp;
  /** The properties that may carry each value, the likeliest first. */
  properties: Readonly<Record<string, readonly string[]>>;
}

const PATH = ["file_path", "path", "filename", "file"];
const SHAPES: Readonly<Record<Verb, Shape>> = {
  read: { named: /^(read|view|open)(_?file)?$/i, properties: { path: PATH } },
  write: {
    named: /^(write|create)(_?file)?$/i,
    properties: { path: PATH, content: ["content", "contents", "text", "file_text"] },
  },
  edit: {
    named: /^(edit(_?file)?|str_?replace)$/i,
    properties: {
      path: PATH,
      before: ["old_string", "old_str", "old_text"],
      after: ["new_string", "new_str", "new_text"],
      all: ["replace_all"],
    },
  },
  run: { named: /^(bash|shell|sh|run(_?command)?|execute)$/i, properties: { command: ["command", "cmd"] } },
  glob: { named: /^(glob|find_?files)$/i, properties: { pattern: ["pattern", "glob"] } },
  list: {
    named: /^(ls|list(_?(files|dir|directory))?)$/i,
    properties: { path: ["path", "dir", "directory"] },
  },
  grep: {
    named: /^(grep|search(_?files)?)$/i,
    properties: {
      pattern: ["pattern", "query", "regex"],
      path: ["path", "dir", "directory"],
      mode: ["output_mode"],
    },
  },
};
const VERBS = Object.keys(SHAPES) as Verb[];
/** A tool without one of these can still do it. */
const OPTIONAL = new Set(["all", "mode"]);

/** The toolbox of a request. With `tool_choice: none` it is empty; a deferred tool is not in it (D-17). */
export function toolboxOf({ tools = [], tool_choice }: MessagesRequest): Toolbox {
  const usable = tool_choice?.type === "none" ? [] : tools.filter(isUsable);
  return {
    names: usable.map(({ name }) => name),
    parallel: tool_choice?.disable_parallel_tool_use !== true,
    verbOf: (name) => VERBS.find((verb) => SHAPES[verb].named.test(name)),
    call: (verb, values) => {
      for (const tool of usable) {
        const input = SHAPES[verb].named.test(tool.name) ? inputFor(tool, SHAPES[verb], values) : undefined;
        if (input) return { name: tool.name, input };
      }
      return undefined;
    },
  };
}

function isUsable({ input_schema, defer_loading }: RequestTool): boolean {
  return typeof input_schema === "object" && input_schema !== null && defer_loading !== true;
}

/** The values under the schema's own names; undefined where one has no place, or where the schema wants more. */
function inputFor(
  { input_schema }: RequestTool,
  { properties }: Shape,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const schema = input_schema as { properties?: object; required?: unknown };
  const known = Object.keys(schema.properties ?? {});
  const input: Record<string, unknown> = {};
  for (const [role, value] of Object.entries(values)) {
    const property = properties[role]?.find((name) => known.includes(name));
    if (property !== undefined) input[property] = value;
    else if (!OPTIONAL.has(role)) return undefined;
  }
  const required = Array.isArray(schema.required) ? schema.required : [];
  return required.every((name) => String(name) in input) ? input : undefined;
}
