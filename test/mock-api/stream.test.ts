/** The stream, event by event (MR-64 to MR-73), and the plain answer beside it (MR-62, MR-63). */
import { describe, expect, test } from "vitest";
import { messageEvents } from "../../mock-api/answer/stream.ts";
import { createMockApi, type Reply, type ReplyBlock } from "../../mock-api/index.ts";
import { ask, events, send } from "./exchange.ts";

const REQUEST = {
  model: "claude-opus-5",
  max_tokens: 100,
  thinking: { type: "adaptive", display: "summarized" },
  messages: [{ role: "user", content: "hello" }],
};
const mockOf = (...replies: Reply[]) => createMockApi({ model: replies });
const saying = (...content: ReplyBlock[]) => mockOf({ content });
const types = (all: Record<string, unknown>[]): unknown[] => all.map(({ type }) => type);
const deltas = (all: Record<string, unknown>[]): Record<string, unknown>[] =>
  all.flatMap(({ delta, type }) =>
    type === "content_block_delta" ? [delta as Record<string, unknown>] : [],
  );

test("MR-64: the events of a short answer, in order", async () => {
  const all = await events(saying({ type: "text", text: "Hello there, you." }), REQUEST);
  expect(types(all)).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(deltas(all)).toEqual([
    { type: "text_delta", text: "Hello there," },
    { type: "text_delta", text: " you." },
  ]);
});

test("MR-64: each event is named by its type, and there is no [DONE]", async () => {
  const response = await send(saying({ type: "text", text: "Hi" }), { ...REQUEST, stream: true });
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  for (const event of text.trimEnd().split("\n\n"))
    expect(event).toMatch(/^event: (\w+)\ndata: \{"type":"\1"/);
});

test("MR-62, MR-63, MR-65: every nullable key is there, in the plain answer and at the start of a stream", async () => {
  const answer = await ask(saying({ type: "text", text: "Hi" }), REQUEST);
  expect(answer).toEqual({
    id: expect.stringMatching(/^msg_/),
    type: "message",
    role: "assistant",
    model: "claude-opus-5",
    content: [{ type: "text", text: "Hi", citations: null }],
    stop_reason: "end_turn",
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: {
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens_details: null,
      server_tool_use: null,
      service_tier: "standard",
      inference_geo: null,
      speed: "standard",
    },
  });
  const [start] = await events(saying({ type: "text", text: "Hi" }), REQUEST);
  const usage = { ...(answer["usage"] as object), output_tokens: 1 };
  expect(start).toEqual({
    type: "message_start",
    message: { ...answer, content: [], stop_reason: null, usage },
  });
});

test("MR-66, MR-73: message_delta carries totals; thinking tokens are told there and not before", async () => {
  const all = await events(
    saying({ type: "thinking", thinking: "hm" }, { type: "text", text: "Hi" }),
    REQUEST,
  );
  const start = all.find(({ type }) => type === "message_start") as { message: { usage: object } };
  expect(start.message.usage).toMatchObject({ output_tokens: 1, output_tokens_details: null });
  expect(all.find(({ type }) => type === "message_delta")).toEqual({
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null, stop_details: null, container: null },
    usage: {
      input_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens_details: { thinking_tokens: expect.any(Number) },
      server_tool_use: null,
    },
  });
});

describe("MR-67 to MR-69: deltas", () => {
  test("a tool's input comes as JSON in pieces, the first of them empty", async () => {
    const all = await events(
      saying({ type: "tool_use", name: "Read", input: { path: "a/long/path" } }),
      REQUEST,
    );
    const pieces = deltas(all).map((delta) => delta["partial_json"]);
    expect(all[1]).toMatchObject({ content_block: { type: "tool_use", name: "Read", input: {} } });
    expect(pieces[0]).toBe("");
    expect(JSON.parse(pieces.join(""))).toEqual({ path: "a/long/path" });
  });

  test("thinking is signed once, just before its end", async () => {
    const all = await events(saying({ type: "thinking", thinking: "a thought or two" }), REQUEST);
    expect(deltas(all).map(({ type }) => type)).toEqual([
      "thinking_delta",
      "thinking_delta",
      "signature_delta",
    ]);
  });

  test("omitted thinking has a signature and no text, the same signature as when it is shown", async () => {
    const thought: ReplyBlock = { type: "thinking", thinking: "a thought" };
    const omitted = await events(saying(thought), {
      ...REQUEST,
      thinking: { type: "adaptive", display: "omitted" },
    });
    const byDefault = await events(saying(thought), { ...REQUEST, thinking: { type: "adaptive" } });
    expect(omitted[1]).toMatchObject({ content_block: { type: "thinking", thinking: "", signature: "" } });
    expect(deltas(omitted)).toEqual([
      { type: "signature_delta", signature: expect.stringMatching(/^glass-sig-v1\./) },
    ]);
    expect(types(byDefault)).toEqual(types(omitted));
  });

  test("a redacted block is whole in its start", async () => {
    const all = await events(saying({ type: "redacted_thinking" }), REQUEST);
    expect(all[1]).toMatchObject({ content_block: { data: expect.stringMatching(/^glass-sig-v1\./) } });
    expect(deltas(all)).toEqual([]);
  });

  test("a cut never falls inside a character, and a long text still has few events", () => {
    const text = `x${"🎉".repeat(5_000)}`;
    const message = { content: [{ type: "text" as const, text, citations: null }], usage: {} };
    const pieces = deltas([...messageEvents(message as never)]).map((delta) => String(delta["text"]));
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.length).toBeLessThanOrEqual(40);
  });
});

describe("MR-70: an error in the middle", () => {
  const reply: Reply = {
    content: [{ type: "text", text: "Hal" }],
    error: { type: "overloaded_error", message: "Overloaded" },
  };

  test("ends the stream after its blocks, without a delta or a stop of the message", async () => {
    const all = await events(mockOf(reply), REQUEST);
    expect(types(all).slice(-2)).toEqual(["content_block_stop", "error"]);
    expect(all.at(-1)).toEqual({
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded", details: null },
      request_id: expect.stringMatching(/^req_/),
    });
  });

  test("is a 500 when the answer is not streamed", async () => {
    const response = await send(mockOf(reply), REQUEST);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { type: "overloaded_error", message: "Overloaded" },
    });
  });
});
