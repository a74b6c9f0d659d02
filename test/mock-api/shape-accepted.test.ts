/** What looks like a fault of shape and is none. */
import { describe, expect, test } from "vitest";
import { type RefusalOptions, type RequestBlock, refusal } from "../../mock-api/index.ts";
import { assistant, call, HELLO, LONG, request, result, SHORT, text, tool, user } from "./blocks.ts";
import { DOT, image, png } from "./pictures.ts";

const CITATION = {
  type: "web_search_result_location",
  cited_text: "x",
  encrypted_index: "x",
  title: null,
  url: "x",
};
const CITING = text("x", { citations: [CITATION] });
const DOCUMENT = { type: "document", source: { type: "text", media_type: "text/plain", data: "x" } };
const FETCHED = {
  type: "web_fetch_tool_result",
  tool_use_id: "srvtoolu_1",
  content: { type: "web_fetch_result", url: "https://example.com", content: { ...DOCUMENT, title: null } },
} as object as RequestBlock;
const FETCH = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_fetch",
  input: { url: "https://example.com" },
};
const WEB_FETCH = { type: "web_fetch_20260318", name: "web_fetch" };

const withTool = (more: object): object => request([HELLO], { tools: [tool("a", more)] });
const withSchema = (input_schema: object): object => withTool({ input_schema });
const withOutput = (properties: object, more: object = {}): object =>
  request([HELLO], {
    output_config: {
      format: {
        type: "json_schema",
        schema: { type: "object", properties, additionalProperties: false, ...more },
      },
    },
  });

describe("these are accepted", () => {
  const accepted: [why: string, body: object][] = [
    [
      "MR-4: a document within what the server fetched",
      request([HELLO, assistant(FETCH, FETCHED, text("a")), HELLO], { tools: [WEB_FETCH] }),
    ],
    ["MR-5: an assistant's text that cites", request([HELLO, assistant(CITING), HELLO])],
    [
      "MR-5: citations that are none",
      request([user(text("a", { citations: [] }), text("b", { citations: null }))]),
    ],
    [
      "MR-5: a document that may be cited",
      request([user({ ...DOCUMENT, citations: { enabled: true } }, text("a"))]),
    ],
    ["MR-22 (b): whitespace beside an image", request([user(DOT, text("\n"))])],
    [
      "MR-22 (b): whitespace beside a call",
      request([HELLO, assistant(text("\n"), call("a")), user(result("a"))]),
    ],
    ["MR-22 (d): an assistant of no blocks", request([HELLO, assistant(), HELLO])],
    ["MR-23: a system prompt of no blocks", request([HELLO], { system: [] })],
    ["MR-34: a name of 128 letters", withTool({ name: "a".repeat(128) })],
    [
      "MR-35: a schema that says which draft it is",
      withSchema({ type: "object", $schema: "http://json-schema.org/draft-07/schema#" }),
    ],
    [
      "MR-35: a choice below the top, a reference within, a keyword of one's own",
      withSchema({
        type: "object",
        properties: { a: { anyOf: [{ type: "string" }, { $ref: "#/$defs/b" }] } },
        $defs: { b: { type: "object", properties: { again: { $ref: "#/$defs/b" } } } },
        "x-order": 1,
      }),
    ],
    [
      "MR-35: examples that match",
      withTool({ input_schema: { type: "object", required: ["a"] }, input_examples: [{ a: 1 }] }),
    ],
    [
      "MR-36: a tool that says it is custom",
      withTool({ type: "custom", strict: false, eager_input_streaming: null }),
    ],
    ["MR-36: a tool whose type is null", withTool({ type: null })],
    [
      "MR-36: all tools but one deferred",
      request([HELLO], { tools: [tool("a"), tool("b", { defer_loading: true })] }),
    ],
    ["MR-41: calls without tools", request([HELLO, assistant(call("a")), user(result("a"))])],
    ["MR-54: a marker for all of the same life as the last one", request([user(text("a", LONG))], LONG)],
    [
      "MR-54: a marker for all over a marker that is not the last",
      request([user(text("a", LONG), text("b"))], SHORT),
    ],
    [
      "MR-55: a life said to be the usual one",
      request([user(text("a", { cache_control: { type: "ephemeral", ttl: "5m" } }))]),
    ],
    [
      "MR-60: 100 images for a small window",
      request([user(...Array.from({ length: 100 }, () => DOT))], { model: "claude-haiku-4-5" }),
    ],
    ["MR-60: 600 images for a large one", request([user(...Array.from({ length: 600 }, () => DOT))])],
    ["MR-60: a side of 8000 pixels", request([user(image(png(8_000, 1)))])],
    [
      "MR-60: 20 images, one of more than 2000 pixels",
      request([user(image(png(8_000, 1)), ...Array.from({ length: 19 }, () => DOT))]),
    ],
    [
      "MR-60: an image behind a URL, one in a file",
      request([
        user(
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          { type: "image", source: { type: "file", file_id: "file_1" } },
        ),
      ]),
    ],
    [
      "MR-61: words, lists, choices and references",
      withOutput(
        { a: { type: "array", items: { $ref: "#/$defs/b" }, minItems: 1 }, c: { enum: ["x", "y"] } },
        { $defs: { b: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] } }, required: ["a"] },
      ),
    ],
    [
      "MR-61: properties that are called like bounds",
      withOutput({ minimum: { type: "string" }, maxLength: { type: "integer" } }),
    ],
  ];
  test.each(accepted)("%s", (_why, body) => {
    expect(refusal(body)).toBeNull();
  });

  const older: [why: string, body: object][] = [
    ["MR-4: a document of an assistant", request([HELLO, assistant(DOCUMENT, text("a")), HELLO])],
    ["MR-5: a user's text that cites", request([user(CITING)])],
  ];
  test.each(older)("%s, before 2026-10-21", (_why, body) => {
    expect(refusal(body, { version: "2023-06-01" })).toBeNull();
    expect(refusal(body)).not.toBeNull();
  });
});

describe("the requests of the real client are taken as they come (O-31 to O-35)", () => {
  const asked: RefusalOptions = { version: "2023-06-01" };

  test("a step of a session", () => {
    const tools = Array.from({ length: 24 }, (_, nth) => ({
      name: `Tool${nth}`,
      description: `d${nth}`,
      input_schema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          path: { type: "string", description: "p" },
          n: { type: "integer", exclusiveMinimum: 0 },
        },
        required: ["path"],
        additionalProperties: false,
      },
    }));
    const body = {
      model: "claude-opus-5",
      max_tokens: 64_000,
      stream: true,
      thinking: { type: "adaptive", display: "omitted" },
      output_config: { effort: "high" },
      context_management: { edits: [{ type: "clear_thinking_20251015", keep: "all" }] },
      metadata: { user_id: JSON.stringify({ device_id: "d", session_id: "s" }) },
      system: [text("s0"), text("s1", SHORT), text("s2", SHORT)],
      tools,
      messages: [user(text("m0")), user(text("m1")), { role: "system", content: [text("m2", SHORT)] }],
    };
    expect(refusal(body, asked)).toBeNull();
  });

  test("the title of a session", () => {
    const schema = {
      type: "object",
      properties: { title: { type: "string" } },
      required: ["title"],
      additionalProperties: false,
    };
    const body = {
      model: "claude-haiku-4-5-20251001",
      max_tokens: 32_000,
      thinking: { type: "disabled" },
      temperature: 1,
      output_config: { format: { type: "json_schema", schema } },
      system: [text("s0")],
      messages: [user(text("m0"))],
    };
    expect(refusal(body, asked)).toBeNull();
  });

  test("a marker of the system prompt with a scope, where the beta for it is asked for", () => {
    const marked = { cache_control: { type: "ephemeral", scope: "global" } };
    const body = request([HELLO], { system: [text("s0", marked)] });
    expect(refusal(body)).toBeNull();
    expect(refusal(body, { betas: [] })).toMatchObject({
      rule: "MR-55",
      message: "system.0.cache_control.ephemeral.scope: Extra inputs are not permitted",
    });
  });
});
