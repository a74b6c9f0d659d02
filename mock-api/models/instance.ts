/** From a JSON schema to a value that fits it, for models that fill in a tool's input or a wanted format. */
import { InstanceBudget } from "./instance-budget.ts";
import { resolved, type Schema } from "./instance-schema.ts";

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

/** Deeper than any tool's schema. From here on a value grows by nothing that it need not have. */
const DEEP = 8;
/**
 * A value that fits a schema, as far as the keywords are those that tools and output formats use: types, `enum`,
 * `const`, properties, items, lengths, bounds, `anyOf`, `oneOf`, `allOf` of objects, local `$ref`s.
 *
 * @throws `InstanceTooLarge` for a schema that describes thousands of values, or one that is built like that.
 *
 * Law: instance-fits.
 */
export function instanceOf(schema: unknown, choose: Chooser): unknown {
  return make(schema, { root: schema, choose, budget: new InstanceBudget() }, 0);
}

/** What is the same for every part of an instance. */
interface Making {
  root: unknown;
  choose: Chooser;
  budget: InstanceBudget;
}

function make(given: unknown, making: Making, depth: number): unknown {
  const { choose } = making;
  const schema = resolved(given, making, depth);
  if ("const" in schema) return copied(schema.const, making);
  if (schema.enum) return copied(schema.enum[choose.integer(0, schema.enum.length - 1)], making);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return make(optionOf(options, choose, depth), making, depth + 1);
  switch (typeOf(schema, choose)) {
    case "object":
      return objectOf(schema, making, depth);
    case "array":
      return arrayOf(schema, making, depth);
    case "string":
      return textOf(schema, making);
    case "integer":
    case "number":
      return numberOf(schema, choose);
    case "boolean":
      return choose.integer(0, 1) === 1;
    default:
      return null;
  }
}

function copied(value: unknown, { budget }: Making): unknown {
  budget.whole(value);
  return value;
}

/** Where it has grown deep, an option that refers to nothing, for it may be the only way out. */
function optionOf(options: readonly unknown[], choose: Chooser, depth: number): unknown {
  const plain = options.find(
    (option) => !(typeof option === "object" && option !== null && "$ref" in option),
  );
  return depth < DEEP ? options[choose.integer(0, options.length - 1)] : (plain ?? options[0]);
}

function typeOf({ type, properties, items }: Schema, choose: Chooser): string {
  if (Array.isArray(type)) return type[choose.integer(0, type.length - 1)] ?? "null";
  if (type !== undefined) return type;
  if (Object.keys(properties ?? {}).length > 0) return "object";
  return items === undefined ? "string" : "array";
}

function objectOf(schema: Schema, making: Making, depth: number): Record<string, unknown> {
  const { choose, budget } = making;
  const { properties = {}, required = [] } = schema;
  const needed = new Set(required);
  const given = Object.entries(properties).filter(
    ([name]) => needed.has(name) || (depth < DEEP && choose.optional()),
  );
  for (const name of needed) budget.characters(name.length);
  const object = Object.fromEntries(given.map(([name, part]) => [name, make(part, making, depth + 1)]));
  // Required, though nothing is said of it: any value will do.
  for (const name of needed) if (!(name in object)) object[name] = "";
  return object;
}

function arrayOf(schema: Schema, making: Making, depth: number): unknown[] {
  const { minItems = 0, maxItems = minItems + 2, items } = schema;
  making.budget.values(minItems, depth);
  const length = depth < DEEP ? making.choose.integer(minItems, maxItems) : minItems;
  return Array.from({ length }, () => make(items, making, depth + 1));
}

function textOf({ pattern, minLength = 0, maxLength }: Schema, { choose, budget }: Making): string {
  budget.characters(minLength);
  if (pattern !== undefined) return choose.matching(pattern);
  return choose.words(minLength, maxLength ?? Math.max(minLength, 20));
}

function numberOf(schema: Schema, choose: Chooser): number {
  const over = schema.exclusiveMinimum === undefined ? undefined : Math.floor(schema.exclusiveMinimum) + 1;
  const under = schema.exclusiveMaximum === undefined ? undefined : Math.ceil(schema.exclusiveMaximum) - 1;
  const most = schema.maximum ?? under;
  const least = Math.ceil(schema.minimum ?? over ?? Math.min(0, most ?? 0));
  return choose.integer(least, Math.max(least, Math.floor(most ?? least + 1_000)));
}
