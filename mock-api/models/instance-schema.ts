/** The part of JSON Schema that instances are made to. */
import type { InstanceBudget } from "./instance-budget.ts";

/** A schema, as far as its keywords are used. */
export interface Schema {
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

/** A schema that refers to itself without a way out has no instance at all. */
const DEEPEST = 60;

/** A schema with its reference followed, and with what its `allOf` adds. Throws `InstanceTooLarge`. */
export function resolved(
  given: unknown,
  within: { readonly root: unknown; readonly budget: InstanceBudget },
  depth: number,
): Schema {
  const { root, budget } = within;
  budget.values(1, depth);
  if (typeof given !== "object" || given === null) return {};
  const schema = given as Schema;
  if (schema.$ref?.startsWith("#/") && depth < DEEPEST) {
    budget.characters(schema.$ref.length);
    const steps = schema.$ref.slice(2).split("/");
    const target = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown> | undefined)?.[step],
      root,
    );
    return resolved(target, within, depth + 1);
  }
  const parts = [schema, ...(schema.allOf ?? []).map((part) => resolved(part, within, depth + 1))];
  // To put them together takes as long as what is put together is large.
  for (const { properties, required } of parts) {
    budget.values(Object.keys(properties ?? {}).length + (required?.length ?? 0), depth);
  }
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}
