/** MCP servers as files name them: `{"mcpServers": {"name": {"command": …, "args": [], "env": {}}}}`. */
import { isRecord } from "../../wire.ts";
import { placedJson } from "../settings/placed-json.ts";
import type { ServerConfig } from "./connection.ts";

/** A server that a file names. */
export interface NamedServer {
  readonly name: string;
  /** As it stands in the file, variables and all. */
  readonly entry: unknown;
  /** The file, and the line where that is known. */
  readonly place: string;
  /** Is it the project that names it, whose files somebody else may have written? */
  readonly isProjects: boolean;
}

/** The servers of a file's text, or what is wrong with it. Never throws. */
export function serversIn(
  source: string,
  file: string,
  isProjects: boolean,
): { readonly servers: readonly NamedServer[] } | { readonly fault: string } {
  const read = placedJson(source);
  if ("fault" in read) return { fault: `${file}${read.line ? `, line ${read.line}` : ""}: ${read.fault}.` };
  const listed = isRecord(read.value) ? read.value["mcpServers"] : undefined;
  if (!isRecord(listed)) return { fault: `${file}: it has no object "mcpServers".` };
  const servers = Object.entries(listed).map(([name, entry]) => {
    return { name, entry, place: `${file}, line ${read.lineOf(["mcpServers", name])}`, isProjects };
  });
  return { servers };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** A server's entry with its variables put in; or what is wrong with it, as what follows its place. */
export function configOf(entry: unknown, variables: Variables): ServerConfig | string {
  if (!isRecord(entry)) return "it is not an object";
  const { type = "url" in entry ? "http" : "stdio", command, args = [], env = {}, url, headers = {} } = entry;
  if (type !== "stdio" && type !== "http")
    return `servers of type ${JSON.stringify(type)} are not built here, only stdio and http`;
  const missing: string[] = [];
  const put = (text: string) => withVariables(text, variables, missing);
  if (type === "http") {
    if (typeof url !== "string" || !isWebAddress(put(url))) return '"url" is not an address of http or https';
    if (!isTexts(headers)) return '"headers" is not an object of texts';
    return missing[0] ?? { kind: "http", url: put(url), headers: each(headers, put) };
  }
  if (typeof command !== "string" || command.trim() === "") return 'it lacks "command"';
  if (!Array.isArray(args) || args.some((arg) => typeof arg !== "string"))
    return '"args" is not a list of texts';
  if (!isTexts(env)) return '"env" is not an object of texts';
  const config = { command: put(command), args: args.map(put), env: each(env, put) };
  return missing[0] ?? { kind: "stdio", ...config };
}

/** `${NAME}` is the variable's value, `${NAME:-words}` that or else the words. */
function withVariables(text: string, variables: Variables, missing: string[]): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, otherwise?: string) => {
    const value = variables[name] || otherwise;
    if (value === undefined)
      missing.push(`the environment variable ${name} is not set; set it, or write \${${name}:-a value}`);
    return value ?? "";
  });
}

function isTexts(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === "string");
}

function each(
  texts: Readonly<Record<string, string>>,
  put: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, put(text)]));
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
