/** Bodies that are not JSON, and one that only looks so (MR-11). */
import { describe, expect, test } from "vitest";
import { createMockApi } from "../../mock-api/index.ts";
import { request, text, user } from "./blocks.ts";
import { send } from "./exchange.ts";

describe("MR-11: what is not JSON", () => {
  const bodies: [body: string, message: string | RegExp][] = [
    ['{"model":', /^The request body is not valid JSON: .+: line 1 column 10 \(char 9\)$/],
    ['{\n"a": "\u0001"}', /: unexpected control character in string: line 2 column 7 \(char 8\)$/],
    [
      '{"a": "\\ud83d"}',
      "The request body is not valid JSON: no low surrogate in string: line 1 column 8 (char 7)",
    ],
    [
      '{"a": "\\udc00"}',
      "The request body is not valid JSON: no low surrogate in string: line 1 column 8 (char 7)",
    ],
  ];
  test.each(bodies)("%j", async (body, message) => {
    const api = createMockApi({ model: [] });
    const response = await send(api, body);
    const { error } = (await response.json()) as { error: { message: string } };
    expect(response.status).toBe(400);
    expect(error.message).toMatch(message);
  });

  test("whole pairs and escaped backslashes are", async () => {
    const api = createMockApi({ model: () => ({}) });
    const body = JSON.stringify(request([user(text("\\ud83d 🎉"))])).replace("🎉", "\\ud83c\\udf89");
    expect((await send(api, body)).status).toBe(200);
  });
});
