/** What the mock holds of the shape of a request, and of what its images cost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, type MessagesRequest, refusal } from "../../mock-api/index.ts";
import { imageTokens } from "../../mock-api/prompt/images.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { image, png } from "../mock-api/pictures.ts";
import { law } from "../support/law.ts";

test("for example: a field of a block that the API does not know is named with its path, also when it is null", () => {
  const call = { type: "tool_use", id: "a", name: "Read", input: {}, text: null };
  const messages = [
    { role: "user", content: "m0" },
    { role: "assistant", content: [call] },
  ];
  expect(refusal({ model: "claude-opus-5", max_tokens: 1, messages })).toMatchObject({
    rule: "MR-10",
    message: "messages.1.content.0.tool_use.text: Extra inputs are not permitted",
  });
});

/** What a tool takes, and what it was given, is the client's and the model's to say. */
const FREE = new Set(["input", "input_schema", "schema", "input_examples"]);

/** All objects of a request whose fields are the API's. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.entries(value).flatMap(([field, each]) => (FREE.has(field) ? [] : objectsIn(each)));
  return Array.isArray(value) ? within : [value as Record<string, unknown>, ...within];
}

law(
  "no-unknown-field",
  "a field that the API does not know is refused wherever it stands",
  [anyRequest, fc.nat(), fc.constantFrom(null, "x", 0, {}, [])],
  (legal: MessagesRequest, at, value) => {
    const request = structuredClone(legal);
    const objects = objectsIn(request);
    const chosen = objects[at % objects.length];
    if (chosen) chosen["zz"] = value;
    expect(refusal(request)?.message).toMatch(/(^|\.)zz: Extra inputs are not permitted$/);
  },
);

law(
  "image-tokens",
  "what an image costs depends on its sides, not on its bytes, and has a bound",
  [fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 4_000 })],
  (width, height, more) => {
    const plain = png(width, height);
    const padded = Buffer.concat([Buffer.from(plain, "base64"), Buffer.alloc(more)]).toString("base64");
    const cost = (data: string): number => countTokens({ role: "user", content: [image(data)] });
    expect(cost(padded)).toBe(cost(plain));
    const { source } = image(plain);
    expect(imageTokens(source, true)).toBeLessThanOrEqual(4_784);
    expect(imageTokens(source, false)).toBeLessThanOrEqual(imageTokens(source, true));
    const turned = image(png(height, width));
    expect(imageTokens(turned["source"], true)).toBe(imageTokens(source, true));
  },
);
