/** What is wrong with the shape of a request, in the API's words where they are known. */
import { describe, expect, test } from "vitest";
import { refusal } from "../../mock-api/index.ts";
import { assistant, call, HELLO, LONG, request, result, SHORT, text, tool, user } from "./blocks.ts";
import { image, png } from "./pictures.ts";

describe("MR-22, case by case", () => {
  const EMPTY = "text content blocks must be non-empty";
  const BLANK = "text content blocks must contain non-whitespace text";
  const SILENT = "user messages must have non-empty content";
  const refused: [why: string, body: object, message: string][] = [
    ["(a) an empty text of the user's", request([user(text("a"), text(""))]), `messages: ${EMPTY}`],
    [
      "(a) an empty text of the assistant's",
      request([HELLO, assistant(text("")), HELLO]),
      `messages: ${EMPTY}`,
    ],
    ["(b) a string of whitespace", request([{ role: "user", content: " \n" }]), `messages: ${BLANK}`],
    ["(b) two texts of whitespace", request([user(text(" "), text("\n"))]), `messages: ${BLANK}`],
    ["(c) an empty string", request([{ role: "user", content: "" }]), `messages.0: ${SILENT}`],
    ["(c) no blocks", request([HELLO, assistant(text("a")), user()]), `messages.2: ${SILENT}`],
    ["(f) a system prompt of whitespace", request([HELLO], { system: "  " }), `system: ${BLANK}`],
    ["(f) an empty text in the system prompt", request([HELLO], { system: [text("")] }), `system: ${EMPTY}`],
  ];
  test.each(refused)("%s", (_why, body, message) => {
    expect(refusal(body)).toMatchObject({ rule: "MR-22", message });
  });
});

describe("MR-10: the path says where", () => {
  const withTool = (more: object): object => request([HELLO], { tools: [{ ...tool("a"), ...more }] });
  const refused: [rule: string, body: object, message: string][] = [
    ["MR-10", { ...request([HELLO]), max_tokens: "9" }, "max_tokens: Input should be a valid integer"],
    ["MR-10", request([{ role: "user" }]), "messages.0.content: Field required"],
    ["MR-10", request([{ content: "a" }]), "messages.0.role: Field required"],
    [
      "MR-10",
      request([{ role: "tool", content: "a" }]),
      "messages.0.role: Input should be 'user', 'assistant' or 'system'",
    ],
    ["MR-10", request([{ role: "user", content: 1 }]), "messages.0.content: Input should be a valid list"],
    [
      "MR-10",
      request([{ role: "user", content: [1] }]),
      "messages.0.content.0: Input should be a valid dictionary",
    ],
    [
      "MR-10",
      request([user({ type: "compaction", content: "a", citations: null })]),
      "messages.0.content.0.compaction.citations: Extra inputs are not permitted",
    ],
    [
      "MR-10",
      request([HELLO], { thinking: { type: "disabled", display: "omitted" } }),
      "thinking.disabled.display: Extra inputs are not permitted",
    ],
    [
      "MR-10",
      request([HELLO], { tool_choice: { type: "none", name: "a" } }),
      "tool_choice.none.name: Extra inputs are not permitted",
    ],
    ["MR-10", request([HELLO], { betas: [] }), "betas: Extra inputs are not permitted"],
    ["MR-36", withTool({ strict: null }), "tools.0.custom.strict: Input should be a valid boolean"],
    [
      "MR-35",
      withTool({ input_schema: { properties: {} } }),
      "tools.0.custom.input_schema.type: Field required",
    ],
    [
      "MR-105",
      withTool({ type: "web_search_20260318" }),
      "tools.0.web_search_20260318.name: Input should be 'web_search'",
    ],
  ];
  test.each(refused)("%s: %j", (rule, body, message) => {
    expect(refusal(body)).toMatchObject({ rule, message, status: 400 });
  });

  test("a type that there is not is told all that there are", () => {
    const { message } = refusal(request([user({ type: "image_url" })])) ?? {};
    expect(message).toMatch(
      /^messages\.0\.content\.0: Input tag 'image_url' found using 'type' does not match any of the expected tags: 'advisor_tool_result', .*'tool_use', .*$/,
    );
  });
});

test("MR-10, MR-21: a conversation of no messages is told what to do; another switch has the words that were public", () => {
  expect(refusal(request([]))).toMatchObject({
    rule: "MR-10",
    message: "messages: Send at least one message, the first of them with the role 'user'",
  });
  expect(refusal(request([]), { rules: { "MR-21/empty-wording": true } })).toMatchObject({
    rule: "MR-21",
    message: "messages: at least one message is required",
  });
});

test("a rule of shape that can be turned off lets pass what it would refuse, and nothing else", () => {
  const messages = [user(image(png(1, 1), "image/bmp"))];
  const rules = { "MR-60/media-type": false };
  expect(refusal(request(messages))).toMatchObject({ rule: "MR-60", part: "media-type" });
  expect(refusal(request(messages), { rules })).toBeNull();
  expect(refusal(request(messages, { n: 1 }), { rules })).toMatchObject({ rule: "MR-10" });
});

test("a rule whose shape others trust cannot be turned off, nor one that has no switch; the error says why", () => {
  const off = (rule: string) => () => refusal(request([HELLO]), { rules: { [rule]: false } });
  expect(off("MR-10")).toThrow("MR-10 cannot be turned off: the other rules trust the shape that it checks.");
  expect(off("MR-36/fields")).toThrow("MR-36/fields cannot be turned off");
  expect(off("MR-64")).toThrow(
    "MR-64 cannot be turned off: answer/stream.ts, which keeps it, has no switch for it.",
  );
  expect(off("MR-36")()).toBeNull();
  expect(refusal(request([HELLO]), { rules: { "MR-10": true } })).toBeNull();
});

test("of two faults of shape the one whose rule stands first is told, whatever was written first", () => {
  const { messages, ...settings } = request([user(text("a", { cache_control: { type: "no" } }))]) as Record<
    string,
    unknown
  >;
  const extra = { rule: "MR-10", message: "foo: Extra inputs are not permitted" };
  expect(refusal({ ...settings, messages, foo: 1 })).toMatchObject(extra);
  expect(refusal({ foo: 1, messages, ...settings })).toMatchObject(extra);
});

test("MR-60: the refusal of large images lists all of them, parts of results included", () => {
  const large = image(png(2_001, 1));
  const many = Array.from({ length: 20 }, () => image(png(1, 1)));
  const body = request([
    user(...many, large),
    assistant(call("a")),
    user(result("a", { content: [text("b"), large] })),
  ]);
  expect(refusal(body)).toMatchObject({
    message:
      "messages.0.content.20.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels",
    details: {
      error_code: "image_dimensions_too_large",
      max_side_length_pixels: 2_000,
      paths: ["messages.0.content.20", "messages.2.content.0.content.1"],
    },
  });
});

test("MR-52: a marker for the whole request takes a place, unless it falls on a marker of its own life", () => {
  const four = [1, 2, 3, 4].map((nth) => text(`m${nth}`, SHORT));
  expect(refusal(request([user(...four)], SHORT))).toBeNull();
  expect(refusal(request([user(...four, text("m5"))], SHORT))).toMatchObject({ rule: "MR-52" });
  expect(refusal(request([user(...four.slice(1), text("m5"))], SHORT))).toBeNull();
  expect(refusal(request([user(...four)], LONG))).toMatchObject({ rule: "MR-54" });
});
