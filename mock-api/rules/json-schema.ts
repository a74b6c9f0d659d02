/** JSON Schema as the API reads it: draft 2020-12, whatever `$schema` says (MR-35, MR-61). */
import { hash } from "node:crypto";
import { Ajv2020 } from "ajv/dist/2020.js";

const SETTINGS = { strict: false, validateFormats: false, logger: false } as const;
const META = new Ajv2020({ ...SETTINGS, allErrors: false });

// A long session sends the same tools with every request: what was found of a schema is kept by a digest of its text.
const MOST_KEPT = 1_000;
/** A finding longer than this quotes the schema, and is not worth its room. */
const LONGEST_KEPT = 1_000;
const KEPT = new Map<string, unknown>();

/** What a look at a value found, looked up where the same look has been taken at a value of the same text. */
export function remembered<Found>(look: (value: unknown) => Found, named: string, value: unknown): Found {
  const key = hash("sha256", `${named} ${JSON.stringify(value)}`, "base64");
  if (KEPT.has(key)) return KEPT.get(key) as Found;
  const found = look(value);
  if (typeof found === "string" && found.length > LONGEST_KEPT) return found;
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

/** How many characters of schemas and examples may still be looked at for one request. */
export interface Room {
  left: number;
}

/** The room of a request: what many tools with examples come to, and little enough to be looked at each time. */
export function roomForExamples(): Room {
  return { left: 65_536 };
}

/**
 * The index of the first example that does not match a schema. A schema that cannot be compiled refuses none, nor does
 * one whose check could take long: examples are looked at only where schema, references and examples are of a size
 * that people write, and never by a pattern, or by whether their items are unique.
 */
export function misfitOf(
  schema: Record<string, unknown>,
  examples: readonly unknown[],
  room: Room,
): number | undefined {
  const text = JSON.stringify(schema);
  const { length } = JSON.stringify(examples);
  room.left -= text.length + length;
  const tooMuch = room.left < 0 || text.length > LONGEST_SCHEMA || text.length * length > MOST_WORK;
  return tooMuch || referencesIn(text) > MOST_REFERENCES
    ? undefined
    : remembered(findMisfit, "examples", [schema, examples]);
}

/** Characters of JSON. Work grows with the schema's times the examples'. */
const LONGEST_SCHEMA = 16_384;
const MOST_WORK = 4_000_000;
/** References to what holds two references in turn double the work with each. */
const MOST_REFERENCES = 16;

function referencesIn(schema: string): number {
  return schema.split(/"\$(?:dynamic)?[rR]ef":/).length - 1;
}

/** The time that these take does not follow from the size of the schema. */
const COSTLY = ["pattern", "patternProperties", "uniqueItems"];
/** What is said of the properties that no pattern names cannot be judged without the patterns. */
const BESIDE_PATTERNS = ["additionalProperties", "unevaluatedProperties"];

function findMisfit(looked: unknown): number | undefined {
  const [schema, examples] = looked as [Record<string, unknown>, unknown[]];
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  const ajv = new Ajv2020(SETTINGS);
  const left = JSON.stringify(rest).includes('"patternProperties":')
    ? [...COSTLY, ...BESIDE_PATTERNS]
    : COSTLY;
  for (const keyword of left) ajv.removeKeyword(keyword);
  try {
    const fits = ajv.compile(rest);
    const at = examples.findIndex((example) => !fits(example));
    return at < 0 ? undefined : at;
  } catch {
    return undefined;
  }
}
