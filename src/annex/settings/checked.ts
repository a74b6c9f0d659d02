/** One settings file held against its schema: the settings, or every fault with its line. */
import { Ajv, type ErrorObject } from "ajv";
import { isMatcher } from "../hooks/configured.ts";
import { placedJson } from "./placed-json.ts";
import { SETTINGS_SCHEMA, type SettingsFile } from "./schema.ts";

/** What is wrong with a file, and on which line where that is known. */
export interface SettingsFault {
  readonly line?: number | undefined;
  readonly what: string;
}

/** Finds out what is wrong with a file's `permissions` part; undefined when nothing is. */
export type PermissionsCheck = (part: unknown) => string | undefined;

const ajv = new Ajv({ allErrors: true, formats: { "regular expression": isMatcher } });
const fits = ajv.compile<SettingsFile>(SETTINGS_SCHEMA);

/** Reads and checks the text of a settings file. Never throws. */
export function checkedSettings(
  source: string,
  permissionsFault: PermissionsCheck,
): { readonly settings: SettingsFile } | { readonly faults: readonly SettingsFault[] } {
  const read = placedJson(source);
  if ("fault" in read) return { faults: [{ line: read.line, what: read.fault }] };
  const { value, lineOf } = read;
  if (!fits(value)) {
    // That a branch of the schema has failed is said once more by what failed in it.
    const errors = (fits.errors ?? []).filter(({ keyword }) => keyword !== "if");
    return { faults: errors.map((error) => faultOf(error, lineOf)) };
  }
  const fault = value.permissions === undefined ? undefined : permissionsFault(value.permissions);
  if (fault !== undefined) return { faults: [{ line: lineOf(["permissions"]), what: fault }] };
  return { settings: value };
}

function faultOf(error: ErrorObject, lineOf: (way: readonly string[]) => number): SettingsFault {
  const way = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { line: lineOf(way), what: `${nameOf(way)} ${expectation(error)}` };
}

function nameOf(way: readonly string[]): string {
  if (way.length === 0) return "the file";
  return way.map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at === 0 ? part : `.${part}`)).join("");
}

function expectation({ keyword, params, message }: ErrorObject): string {
  if (keyword === "type") return `must be ${/^[aeiou]/.test(params["type"]) ? "an" : "a"} ${params["type"]}`;
  if (keyword === "minimum") return `must be at least ${params["limit"]}`;
  if (keyword === "pattern") return "must not be empty";
  if (keyword === "format") return `must be a ${params["format"]}`;
  if (keyword === "enum") return `must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
  if (keyword === "required") return `lacks "${params["missingProperty"]}"`;
  return message ?? "is not as it must be";
}
