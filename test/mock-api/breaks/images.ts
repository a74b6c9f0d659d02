/** Ways to break the rules of rules/images.ts and rules/output-format.ts. */
import { assistant, call, result, text, user } from "../blocks.ts";
import { DOT, image, png } from "../pictures.ts";
import { adding, type Break, changing } from "./break.ts";
import { asking, going } from "./on-model.ts";

const OVER_10_MB = "A".repeat(10 * 2 ** 20 + 4);
const LARGE = image(png(8_001, 1));
const MIDDLE = image(png(1, 2_001));
const at8000 = (path: string): string =>
  `${path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`;
const at2000 = (path: string): string =>
  `${path}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`;
const code = "image_dimensions_too_large";

function images(count: number): (typeof DOT)[] {
  return Array.from({ length: count }, () => DOT);
}

export const ofImages: Break[] = [
  adding("MR-60/dimensions", "an image that is too wide", (at) => ({
    messages: [assistant(text("z")), user(text("y"), LARGE)],
    text: at8000(`messages.${at + 1}.content.1`),
    code,
  })),
  adding("MR-60/dimensions", "an image in a result that is too wide", (at) => ({
    messages: [assistant(call("x")), user(result("x", { content: [text("y"), LARGE] }))],
    text: at8000(`messages.${at + 1}.content.0.tool_result.content.1`),
    code,
  })),
  adding("MR-60/dimensions", "an image among many that is too high", (at) => ({
    messages: [assistant(text("z")), user(...images(20), MIDDLE)],
    text: at2000(`messages.${at + 1}.content.20`),
    code,
  })),
  asking(
    "claude-haiku-4-5",
    "MR-60/count",
    "101 images for a model with a small window",
    going(user(...images(101))),
  ),
  adding("MR-60/count", "601 images", () => ({ messages: [user(...images(601))] })),
  {
    ...adding("MR-60/bytes", "an image of more than 10 MB", () => ({ messages: [user(image(OVER_10_MB))] })),
    costly: true,
  },
  {
    ...adding("MR-60/readable", "an image that is none", (at) => ({
      messages: [assistant(text("z")), user(image("QUJD"))],
      text: `messages.${at + 1}.content.0.image.source.base64.data: Could not process image`,
    })),
    rules: { "MR-60/readable": true },
  },
];

/** A request for an output with one field of some schema. */
function withOutput(part: string, how: string, field: object, schema: object = {}): Break {
  const closed = { type: "object", properties: { a: field }, additionalProperties: false, ...schema };
  return changing(`MR-61/${part}`, how, {
    output_config: { format: { type: "json_schema", schema: closed } },
  });
}

export const ofOutputFormat: Break[] = [
  withOutput("draft", "a type that there is not", { type: "text" }),
  withOutput("supported", "an open object", {}, { additionalProperties: true }),
  withOutput("supported", "an object that may be open", { type: "object", properties: {} }),
  withOutput("supported", "a bound of a number", { type: "integer", minimum: 1 }),
  withOutput("supported", "a bound of a string", { anyOf: [{ type: "string", maxLength: 9 }] }),
  withOutput("supported", "a least length of a list", { type: "array", items: {}, minItems: 2 }),
  withOutput("supported", "a longest length of a list", { type: "array", items: {}, maxItems: 2 }),
  withOutput("supported", "a reference elsewhere", { $ref: "https://example.com/a.json" }),
  withOutput("recursion", "a schema that contains itself", { $ref: "#" }),
  withOutput(
    "recursion",
    "a definition that contains itself",
    { $ref: "#/$defs/list" },
    { $defs: { list: { anyOf: [{ type: "array", items: { $ref: "#/$defs/list" } }, { type: "null" }] } } },
  ),
];
