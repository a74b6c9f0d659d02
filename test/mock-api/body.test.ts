/** Bodies that are not JSON, and some that only look so (MR-11). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonFault } from "../../mock-api/http/json-fault.ts";
import { createMockApi } from "../../mock-api/index.ts";
import { request, text, user } from "./blocks.ts";
import { HEADERS, MESSAGES_URL, send } from "./exchange.ts";

/** What the mock says to a body. */
async function saidTo(body: string | Uint8Array<ArrayBuffer>): Promise<unknown> {
  const api = createMockApi({ model: () => ({}) });
  const response = await api.fetch(MESSAGES_URL, { method: "POST", headers: HEADERS, body });
  const { error } = (await response.json()) as { error?: { message: string } };
  return error?.message.replace("The request body is not valid JSON: ", "") ?? response.status;
}

describe("MR-11: what is not JSON is refused with the reason and the place", () => {
  const bodies: [body: string, message: string][] = [
    ["", "unexpected end of data: line 1 column 1 (char 0)"],
    [" \n", "unexpected end of data: line 2 column 1 (char 2)"],
    ['{"model":', "unexpected end of data: line 1 column 10 (char 9)"],
    ['{"model":}', "unexpected character: line 1 column 10 (char 9)"],
    ['{"a": 01}', "unexpected character: line 1 column 8 (char 7)"],
    ["[1,]", "unexpected character: line 1 column 4 (char 3)"],
    ["{} {}", "unexpected character: line 1 column 4 (char 3)"],
    ["[1}", "unexpected character: line 1 column 3 (char 2)"],
    ["\ufeff{}", "unexpected character: line 1 column 1 (char 0)"],
    ['{\n"a": "\u0001"}', "unexpected control character in string: line 2 column 7 (char 8)"],
    ['{"a": "\\x"}', "invalid escape in string: line 1 column 8 (char 7)"],
    ['{"a": "\\ud83d"}', "no low surrogate in string: line 1 column 8 (char 7)"],
    ['{"a": "\\udc00"}', "no low surrogate in string: line 1 column 8 (char 7)"],
    // The first fault is told, and characters are counted, not the halves that the language keeps them in.
    ['{"🎉": "\\ud83d", }', "no low surrogate in string: line 1 column 8 (char 7)"],
  ];
  test.each(bodies)("%j", async (body, message) => {
    expect(await saidTo(body)).toBe(message);
  });

  test("bytes that are not UTF-8", async () => {
    const bytes = new TextEncoder().encode('["\ufffd\n é", "x"]');
    expect(await saidTo(bytes.with(bytes.length - 3, 0xff))).toBe("invalid UTF-8: line 2 column 7 (char 10)");
    // A surrogate written as if it were a character.
    expect(await saidTo(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]))).toMatch(
      /^invalid UTF-8: .*\(char 1\)$/,
    );
  });
});

describe("MR-11: what is JSON is taken", () => {
  const taken = (words: string): string => JSON.stringify(request([user(text(words))]));
  test.each([
    ["whole pairs and escaped backslashes", taken("\\ud83d X").replace("X", "\\ud83c\\udf89")],
    ["the character that stands for unreadable bytes", taken("\ufffd")],
    ["the same, escaped", taken("X").replace("X", "\\ufffd")],
    ["a character outside of the first plane", taken("🎉")],
  ])("%s", async (_what, body) => {
    expect(await saidTo(body)).toBe(200);
  });
});

describe("the place of a fault", () => {
  const anyText = fc.oneof(
    fc.json(),
    fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...'{}[]",:\\u01-.e tn\n')).map(([json, at, char]) => {
      const cut = at % (json.length + 1);
      return json.slice(0, cut) + char + json.slice(cut + (at % 2));
    }),
    fc.string({ unit: fc.constantFrom(...'{}[]",:\\ud801-.e true\n'), maxLength: 12 }),
  );
  const isJson = (body: string): boolean => {
    try {
      JSON.parse(body);
      return true;
    } catch {
      return false;
    }
  };

  test("there is none exactly where the language reads JSON, but for half pairs", () => {
    fc.assert(
      fc.property(anyText, (body) => {
        const fault = jsonFault(body);
        if (fault?.reason === "no low surrogate in string") return;
        expect(fault === undefined).toBe(isJson(body));
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });

  test("what stands before it can still be gone on with, so no place before it is at fault", () => {
    fc.assert(
      fc.property(anyText, (body) => {
        const fault = jsonFault(body);
        if (!fault) return;
        const before = jsonFault(body.slice(0, fault.at));
        expect(before?.at ?? fault.at).toBe(fault.at);
      }),
      { seed: 7, numRuns: 1_000 },
    );
  });

  test("depth costs it no stack", () => {
    expect(jsonFault("[".repeat(200_000))).toEqual({ at: 200_000, reason: "unexpected end of data" });
  });
});

test("a request without a body is refused like an empty one", async () => {
  const response = await send(createMockApi({ model: [] }), "");
  expect(response.status).toBe(400);
  const api = createMockApi({ model: [] });
  const none = await api.handle(new Request(MESSAGES_URL, { method: "POST", headers: HEADERS }));
  expect(await none.json()).toEqual(await response.json());
});
