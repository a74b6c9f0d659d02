/** The refusals in the API's own words. */
import { describe, expect, test } from "vitest";
import { createMockApi, refusal } from "../../mock-api/index.ts";
import { assistant, call, HELLO, LONG, request, result, SHORT, text, thought, tool, user } from "./blocks.ts";
import { send } from "./exchange.ts";

test("MR-15, MR-16: a refusal is an envelope with a type and the id of the request", async () => {
  const api = createMockApi({ model: [{ content: [] }] });
  const response = await send(api, request([assistant(text("hi"))]));
  const id = response.headers.get("request-id");
  expect(id).toMatch(/^req_/);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    type: "error",
    error: { type: "invalid_request_error", message: 'messages: first message must use the "user" role' },
    request_id: id,
  });
});

test.each([
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [402, "billing_error"],
  [403, "permission_error"],
  [404, "not_found_error"],
  [409, "conflict_error"],
  [413, "request_too_large"],
  [422, "invalid_request_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [503, "api_error"],
  [504, "timeout_error"],
  [529, "overloaded_error"],
])("MR-16: status %i is %s, unless the script names a type", async (status, type) => {
  const named = { status, error: { type: "named", message: "m" } };
  const api = createMockApi({ model: [{ status }, named] });
  const first = await send(api, request([HELLO]));
  expect(first.status).toBe(status);
  expect(await first.json()).toMatchObject({ type: "error", error: { type } });
  expect(await (await send(api, request([HELLO]))).json()).toMatchObject({ error: named.error });
});

describe("each rule says its own words", () => {
  const refused: [rule: string, body: object, message: string][] = [
    ["MR-10", { max_tokens: 1, messages: [HELLO] }, "model: Field required"],
    ["MR-10", { model: "claude-opus-5", messages: [HELLO] }, "max_tokens: Field required"],
    ["MR-10", { model: "claude-opus-5", max_tokens: 1 }, "messages: Field required"],
    [
      "MR-10",
      request([user({ type: "tool_result" })]),
      "messages.0.content.0.tool_result.tool_use_id: Field required",
    ],
    ["MR-20", request([assistant(text("hi")), HELLO]), 'messages: first message must use the "user" role'],
    ["MR-22", request([user(text(""))]), "messages: text content blocks must be non-empty"],
    ["MR-22", request([user(text(" \n"))]), "messages: text content blocks must contain non-whitespace text"],
    [
      "MR-22",
      request([{ role: "user", content: "  " }]),
      "messages: text content blocks must contain non-whitespace text",
    ],
    [
      "MR-22",
      request([{ role: "user", content: "" }]),
      "messages.0: user messages must have non-empty content",
    ],
    [
      "MR-22",
      request([HELLO, assistant(text("a")), user()]),
      "messages.2: user messages must have non-empty content",
    ],
    [
      "MR-22",
      request([HELLO], { system: "  " }),
      "system: text content blocks must contain non-whitespace text",
    ],
    ["MR-22", request([HELLO], { system: [text("")] }), "system: text content blocks must be non-empty"],
    [
      "MR-25",
      request([HELLO, assistant(text("a"))]),
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    ],
    [
      "MR-28",
      request([HELLO, assistant(call("toolu_1"), call("toolu_2"))]),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1, toolu_2. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ],
    [
      "MR-28",
      request([HELLO, assistant(call("toolu_1")), user(text("first"), result("toolu_1"))]),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ],
    [
      "MR-28", // MR-114: the answer in two messages, with an assistant between.
      request([
        HELLO,
        assistant(call("a"), call("b")),
        user(result("a")),
        assistant(text("so")),
        user(result("b")),
      ]),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ],
    [
      "MR-28", // Merged, the text stands before the second result.
      request([HELLO, assistant(call("a"), call("b")), user(result("a"), text("and")), user(result("b"))]),
      "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: b. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    ],
    [
      "MR-29",
      request([user(result("toolu_1"))]),
      "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    ],
    [
      "MR-30",
      request([HELLO, assistant(call("toolu_1")), user(result("toolu_1")), user(result("toolu_1"))]),
      "messages.3.content.0: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_1",
    ],
    [
      "MR-31",
      request([HELLO, assistant(call("toolu_1"), call("toolu_1")), user(result("toolu_1"))]),
      "messages.1.content.1: `tool_use` ids must be unique",
    ],
    [
      "MR-32",
      request([HELLO, assistant(call("toolu:1")), user(result("toolu:1"))]),
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ],
    [
      "MR-33",
      request([HELLO, assistant(call("toolu_1", "{}")), user(result("toolu_1"))]),
      "messages.1.content.0.tool_use.input: Input should be a valid dictionary",
    ],
    [
      "MR-42",
      request([HELLO, assistant({ ...thought(0, 1), thinking: "edited" }, call("a")), user(result("a"))]),
      "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
    ],
    [
      "MR-42", // A text beside the results does not end the loop.
      request([HELLO, assistant(thought(1, 2), call("a")), user(result("a"), text("hurry"))]),
      "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.",
    ],
    [
      "MR-45",
      request([HELLO, assistant({ ...thought(0, 1), thinking: "edited" }, text("a")), HELLO]),
      "messages.1.content.0: Invalid `signature` in `thinking` block",
    ],
    [
      "MR-52",
      request([user(...[1, 2, 3].map((n) => text(`${n}`, SHORT)))], {
        tools: [tool("Read", SHORT)],
        system: [text("s", SHORT)],
      }),
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ],
    [
      "MR-52",
      request([user(...[1, 2, 3, 4].map((n) => text(`${n}`, SHORT)), text("5"))], SHORT),
      "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ],
    [
      "MR-53",
      request([HELLO], { tools: [tool("Read", SHORT)], system: [text("s", LONG)] }),
      "system.0.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
    ],
    [
      "MR-55",
      request([user(text("", SHORT), text("hello"))]),
      "messages.0.content.0.text: cache_control cannot be set for empty text blocks",
    ],
    [
      "MR-55",
      request([HELLO, assistant({ ...thought(0, 1), cache_control: null }, text("a")), HELLO]),
      "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
    ],
  ];
  test.each(refused)("%s", (rule, body, message) => {
    expect(refusal(body)).toMatchObject({ rule, message, status: 400, type: "invalid_request_error" });
  });
});

test("MR-17: a wrong path is not found", async () => {
  const api = createMockApi({ model: [] });
  const response = await api.fetch("https://api.anthropic.com/v1/complete", { method: "POST", body: "{}" });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { type: "not_found_error", message: "Not Found" } });
});
