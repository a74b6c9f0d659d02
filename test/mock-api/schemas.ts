/** Schemas of the kind that tools and output formats have. */
import fc from "fast-check";

type Schema = Record<string, unknown>;

const anyBounds = fc.tuple(fc.nat(5), fc.nat(5)).map(([least, more]) => ({ least, most: least + more }));

const anyLeaf: fc.Arbitrary<Schema> = fc.oneof(
  fc.constant({ type: "string" }),
  anyBounds.map(({ least, most }) => ({ type: "string", minLength: least, maxLength: most })),
  fc.constant({ type: "boolean" }),
  fc.constant({ type: "null" }),
  fc.constantFrom({ type: "integer" }, { type: "number" }, { type: ["string", "null"] }),
  anyBounds.map(({ least, most }) => ({ type: "integer", minimum: least, maximum: most })),
  anyBounds.map(({ least, most }) => ({
    type: "number",
    exclusiveMinimum: -most - 2,
    exclusiveMaximum: -least,
  })),
  fc.constant({ type: "integer", maximum: -3 }),
  fc.constant({ enum: ["a", "b", 3, null] }),
  fc.constant({ const: "only this" }),
  fc.constantFrom({ $ref: "#/$defs/name" }, { $ref: "#/$defs/tree" }, { $ref: "#/$defs/list" }),
);

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    anyLeaf,
    anyObject(tie("schema")),
    fc.record({ items: tie("schema"), bounds: anyBounds }).map(({ items, bounds }) => ({
      type: "array",
      items,
      minItems: bounds.least,
      maxItems: bounds.most,
    })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.tuple(anyObject(tie("schema"), ["a", "b"]), anyObject(tie("schema"), ["c"])).map((parts) => ({
      allOf: parts.map(({ additionalProperties: _, ...part }) => part),
    })),
  ),
}));

function anyObject(anyPart: fc.Arbitrary<Schema>, names = ["a", "b", "c"]): fc.Arbitrary<Schema> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), anyPart),
      required: fc.subarray(names),
      closed: fc.boolean(),
    })
    .map(({ properties, required, closed }) => ({
      type: "object",
      properties,
      required: required.filter((name) => name in properties),
      ...(closed && { additionalProperties: false }),
    }));
}

/** Any schema, with definitions to refer to, of which some refer to themselves. */
export const anySchema: fc.Arbitrary<Schema> = schema.map((given) => ({
  ...given,
  $defs: {
    list: {
      type: "object",
      properties: { next: { anyOf: [{ $ref: "#/$defs/list" }, { type: "null" }] } },
      required: ["next"],
    },
    name: { type: "string", minLength: 1 },
    tree: {
      type: "object",
      properties: { children: { type: "array", items: { $ref: "#/$defs/tree" } } },
      required: ["children"],
      additionalProperties: false,
    },
  },
}));
