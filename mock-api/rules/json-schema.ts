/** JSON Schema as the API reads it: draft 2020-12, whatever `$schema` says (MR-35, MR-61). */
import { Ajv2020 } from "ajv/dist/2020.js";

const SETTINGS = { strict: false, validateFormats: false, logger: false } as const;
const META = new Ajv2020({ ...SETTINGS, allErrors: false });

// A long session sends the same tools with every request: what was found of a schema is kept by its text.
const MOST_KEPT = 1_000;
const KEPT = new Map<string, unknown>();

/** What a look at a value found, looked up where the same look has been taken at a value of the same text. */
export function remembered<Found>(look: (value: unknown) => Found, named: string, value: unknown): Found {
  const key = `${named} ${JSON.stringify(value)}`;
  if (KEPT.has(key)) return KEPT.get(key) as Found;
  const found = look(value);
  if (KEPT.size >= MOST_KEPT) KEPT.clear();
  KEPT.set(key, found);
  return found;
}

/** Is this a JSON schema of draft 2020-12? Its references are not followed, and `$schema` is not asked for. */
export function isJsonSchema(schema: Record<string, unknown>): boolean {
  return remembered(matchesDraft, "schema", schema);
}

function matchesDraft(schema: unknown): boolean {
  const { $schema: _dialect, ...rest } = schema as Record<string, unknown>;
  return META.validateSchema(rest) === true;
}

/** The index of the first example that does not match a schema. A schema that cannot be compiled refuses none. */
export function misfitOf(schema: Record<string, unknown>, examples: readonly unknown[]): number | undefined {
  return remembered(findMisfit, "examples", [schema, examples]);
}

function findMisfit(looked: unknown): number | undefined {
  const [schema, examples] = looked as [Record<string, unknown>, unknown[]];
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  try {
    const fits = new Ajv2020(SETTINGS).compile(rest);
    const at = examples.findIndex((example) => !fits(example));
    return at < 0 ? undefined : at;
  } catch {
    return undefined;
  }
}
