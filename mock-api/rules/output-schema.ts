/** A walk over the schema of a structured output, for what an answer cannot be held to (MR-61). */
import { isObject } from "../wire.ts";
import { firstOf } from "./rule.ts";

/** What no schema of an output may say, and of which type it says it. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  number: ["exclusiveMaximum", "exclusiveMinimum", "maximum", "minimum", "multipleOf"],
  string: ["maxLength", "minLength"],
  array: ["maxItems"],
};

/** Where a schema has further schemas: alone, in a list, by name. */
const ALONE = ["additionalProperties", "items", "not", "contains", "propertyNames", "if", "then", "else"];
const LISTED = ["anyOf", "allOf", "oneOf", "prefixItems"];
const NAMED = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/** The first thing in a schema that is not supported, in words. */
export function unsupportedIn(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  return faultOf(schema) ?? firstOf(subschemasOf(schema), unsupportedIn);
}

function faultOf(schema: Record<string, unknown>): string | undefined {
  const { type, additionalProperties, minItems, $ref } = schema;
  for (const [kind, words] of Object.entries(UNSUPPORTED)) {
    const found = words.filter((word) => schema[word] !== undefined);
    if (found.length === 0) continue;
    const named = typeof type === "string" ? type : kind;
    return found.length === 1
      ? `For '${named}' type, property '${found[0]}' is not supported`
      : `For '${named}' type, properties ${found.join(", ")} are not supported`;
  }
  if (minItems !== undefined && minItems !== 0 && minItems !== 1) {
    return "For 'array' type, 'minItems' values other than 0 or 1 are not supported";
  }
  if (typeof $ref === "string" && !$ref.startsWith("#"))
    return `The external $ref '${$ref}' is not supported`;
  return describesObject(schema) && additionalProperties !== false
    ? "For 'object' type, 'additionalProperties' must be explicitly set to false"
    : undefined;
}

function describesObject({ type, properties }: Record<string, unknown>): boolean {
  if (Array.isArray(type)) return type.includes("object");
  return type === "object" || (type === undefined && properties !== undefined);
}

/** Does a schema contain itself, by its references within the document? */
export function refersToItself(root: unknown): boolean {
  const within = new Set<unknown>();
  const done = new Set<unknown>();
  const visit = (schema: unknown): boolean => {
    if (!isObject(schema) || done.has(schema)) return false;
    if (within.has(schema)) return true;
    within.add(schema);
    const target = targetOf(schema["$ref"], root);
    const found = visit(target) || subschemasOf(schema).some(visit);
    within.delete(schema);
    done.add(schema);
    return found;
  };
  return visit(root);
}

function targetOf(reference: unknown, root: unknown): unknown {
  if (typeof reference !== "string" || !reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").filter(Boolean);
  return steps.reduce<unknown>((at, step) => {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return (isObject(at) || Array.isArray(at)) && Object.hasOwn(at, name)
      ? (at as Record<string, unknown>)[name]
      : undefined;
  }, root);
}

function subschemasOf(schema: Record<string, unknown>): unknown[] {
  return [
    ...ALONE.map((word) => schema[word]),
    ...LISTED.flatMap((word) => (Array.isArray(schema[word]) ? schema[word] : [])),
    ...NAMED.flatMap((word) => (isObject(schema[word]) ? Object.values(schema[word]) : [])),
  ];
}
