/** From a JSON schema to a value that fits it, for models that fill in a tool's input or a wanted format. */

/** How an instance is chosen where the schema leaves a choice. */
export interface Chooser {
  /** Is a property given that need not be? */
  optional(): boolean;
  /** A whole number within bounds, both included. */
  integer(least: number, most: number): number;
  /** A text of so many code points. */
  words(least: number, most: number): string;
  /** A text that a pattern matches. */
  matching(pattern: string): string;
}

/** The least that will do. It knows no way to match a pattern. */
export const SMALLEST: Chooser = {
  optional: () => false,
  integer: (least, most) => Math.max(least, Math.min(0, most)),
  words: (least) => ".".repeat(least),
  matching: () => "",
};

interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, unknown>;
  required?: string[];
  items?: unknown;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  anyOf?: unknown[];
  oneOf?: unknown[];
  allOf?: unknown[];
  $ref?: string;
  [keyword: string]: unknown;
}

/** Deeper than any tool's schema. From here on a value grows by nothing that it need not have. */
const DEEP = 8;
/** A schema that refers to itself without a way out has no instance at all. */
const DEEPEST = 60;

/**
 * A value that fits a schema, as far as the keywords are those that tools and output formats use: types, `enum`,
 * `const`, properties, items, lengths, bounds, `anyOf`, `oneOf`, `allOf` of objects, local `$ref`s.
 *
 * Law: instance-fits.
 */
export function instanceOf(schema: unknown, choose: Chooser): unknown {
  return make(schema, schema, choose, 0);
}

function make(given: unknown, root: unknown, choose: Chooser, depth: number): unknown {
  const schema = resolved(given, root, depth);
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[choose.integer(0, schema.enum.length - 1)];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return make(optionOf(options, choose, depth), root, choose, depth + 1);
  switch (typeOf(schema, choose)) {
    case "object":
      return objectOf(schema, root, choose, depth);
    case "array":
      return arrayOf(schema, root, choose, depth);
    case "string":
      if (schema.pattern !== undefined) return choose.matching(schema.pattern);
      return choose.words(schema.minLength ?? 0, schema.maxLength ?? Math.max(schema.minLength ?? 0, 20));
    case "integer":
    case "number":
      return numberOf(schema, choose);
    case "boolean":
      return choose.integer(0, 1) === 1;
    default:
      return null;
  }
}

/** Where it has grown deep, an option that refers to nothing, for it may be the only way out. */
function optionOf(options: readonly unknown[], choose: Chooser, depth: number): unknown {
  const plain = options.find(
    (option) => !(typeof option === "object" && option !== null && "$ref" in option),
  );
  return depth < DEEP ? options[choose.integer(0, options.length - 1)] : (plain ?? options[0]);
}

function resolved(given: unknown, root: unknown, depth: number): Schema {
  if (typeof given !== "object" || given === null) return {};
  const schema = given as Schema;
  if (schema.$ref?.startsWith("#/") && depth < DEEPEST) {
    const steps = schema.$ref.slice(2).split("/");
    const target = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      root,
    );
    return resolved(target, root, depth + 1);
  }
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolved(part, root, depth + 1))];
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

function typeOf({ type, properties, items }: Schema, choose: Chooser): string {
  if (Array.isArray(type)) return type[choose.integer(0, type.length - 1)] ?? "null";
  if (type !== undefined) return type;
  if (Object.keys(properties ?? {}).length > 0) return "object";
  return items === undefined ? "string" : "array";
}

function objectOf(schema: Schema, root: unknown, choose: Chooser, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const given = Object.entries(properties).filter(
    ([name]) => required.includes(name) || (depth < DEEP && choose.optional()),
  );
  const object = Object.fromEntries(given.map(([name, part]) => [name, make(part, root, choose, depth + 1)]));
  // Required, though nothing is said of it: any value will do.
  for (const name of required) if (!(name in object)) object[name] = "";
  return object;
}

function arrayOf(schema: Schema, root: unknown, choose: Chooser, depth: number): unknown[] {
  const { minItems = 0, maxItems = minItems + 2, items } = schema;
  const length = depth < DEEP ? choose.integer(minItems, maxItems) : minItems;
  return Array.from({ length }, () => make(items, root, choose, depth + 1));
}

function numberOf(schema: Schema, choose: Chooser): number {
  const over = schema.exclusiveMinimum === undefined ? undefined : Math.floor(schema.exclusiveMinimum) + 1;
  const under = schema.exclusiveMaximum === undefined ? undefined : Math.ceil(schema.exclusiveMaximum) - 1;
  const most = schema.maximum ?? under;
  const least = Math.ceil(schema.minimum ?? over ?? Math.min(0, most ?? 0));
  return choose.integer(least, Math.max(least, Math.floor(most ?? least + 1_000)));
}
