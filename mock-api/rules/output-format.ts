/** Structured output: the part of JSON Schema that an answer can be held to (MR-61). */

import { formatsOf } from "../prompt/output-formats.ts";
import { isObject } from "../wire.ts";
import type { Call } from "./call.ts";
import { isJsonSchema, remembered } from "./json-schema.ts";
import { refersToItself, unsupportedIn } from "./output-schema.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: is it a schema, can each of its parts be kept, does it end. */
export const outputFormatRules: RefusalRule[] = [
  {
    id: "MR-61",
    part: "draft",
    checks: "the schema of the output is a JSON schema",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      ofSchema(call, (schema) => (isJsonSchema(schema) ? undefined : "JSON schema is invalid")),
  },
  {
    id: "MR-61",
    part: "supported",
    checks:
      "the schema of the output has closed objects, no bounds of numbers or lengths, no references elsewhere",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      ofSchema(call, (schema) => remembered((value) => unsupportedIn(value), "supported", schema)),
  },
  {
    id: "MR-61",
    part: "recursion",
    checks: "the schema of the output does not contain itself",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      ofSchema(call, (schema) =>
        remembered(refersToItself, "recursion", schema) ? "Recursive schemas are not supported" : undefined,
      ),
  },
];

function ofSchema(
  { request }: Call,
  look: (schema: Record<string, unknown>) => string | undefined,
): string | undefined {
  return firstOf(formatsOf(request), ({ format, path }) => {
    const schema: unknown = Reflect.get(format, "schema");
    const fault = isObject(schema) ? look(schema) : undefined;
    return fault && `${path}.schema: ${fault}`;
  });
}
