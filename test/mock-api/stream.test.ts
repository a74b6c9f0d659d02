/** The stream, event by event (MR-64 to MR-73), and the plain answer beside it (MR-62, MR-63). */
import { describe, expect, test } from "vitest";
import { createMockApi, type Reply, type ReplyBlock } from "../../mock-api/index.ts";
import { ask, events, send } from "./exchange.ts";
import { faultsOfStream, sentEvents } from "./grammar.ts";

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
      { type: "signature_delta", signature: expect.stringMatching(/^glass-sig-v2\./) },
    ]);
    expect(types(byDefault)).toEqual(types(omitted));
  });

  test("citations come one by one, after the text they stand in", async () => {
    const citations = [
      { type: "char_location", cited_text: "c0" },
      { type: "char_location", cited_text: "c1" },
    ];
    const all = await events(saying({ type: "text", text: "As it says.", citations }), REQUEST);
    expect(all[1]).toMatchObject({ content_block: { type: "text", text: "", citations: [] } });
    expect(deltas(all).slice(-2)).toEqual(
      citations.map((citation) => ({ type: "citations_delta", citation })),
    );
  });

  test("a call without arguments says {}, or nothing at all", async () => {
    const call: ReplyBlock = { type: "tool_use", name: "now", input: {} };
    const jsonOf = (all: Record<string, unknown>[]) => deltas(all).map((delta) => delta["partial_json"]);
    expect(jsonOf(await events(saying(call), REQUEST))).toEqual(["", "{}"]);
    const silent = mockOf({ content: [call], delivery: { silent_empty_input: true } });
    expect(jsonOf(await events(silent, REQUEST))).toEqual([""]);
  });

  test.each<ReplyBlock>([
    { type: "redacted_thinking" },
    { type: "web_search_tool_result", tool_use_id: "srvtoolu_0", content: [] },
    { type: "container_upload", file_id: "file_0" },
    { type: "fallback", from: { model: "claude-opus-5" }, to: { model: "claude-opus-4-8" } },
    { type: "compaction", content: "a summary", signature: "sig0" },
  ])("MR-68: a block that the model does not write is whole in its start, $type", async (block) => {
    const all = await events(saying(block), REQUEST);
    expect(all[1]).toMatchObject({ content_block: { ...block, type: block.type } });
    expect(deltas(all)).toEqual([]);
  });

  test("a summary that a threshold brought comes in one delta", async () => {
    const all = await events(saying({ type: "compaction", content: "a summary" }), REQUEST);
    expect(all[1]).toMatchObject({ content_block: { type: "compaction", content: null } });
    expect(deltas(all)).toEqual([{ type: "compaction_delta", content: "a summary" }]);
  });

  test("a cut never falls inside a character, and a long text still has few events", async () => {
    const text = `x${"🎉".repeat(5_000)}`;
    const all = await events(saying({ type: "text", text }), { ...REQUEST, max_tokens: 20_000 });
    const pieces = deltas(all).map((delta) => String(delta["text"]));
    expect(pieces.join("")).toBe(text);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    expect(pieces.length).toBeLessThanOrEqual(40);
  });
});

describe("MR-72: the input of a call", () => {
  const input = { path: "a/long/path/to/a/file", lines: [1, 2], text: "some words" };
  const call: ReplyBlock = { type: "tool_use", name: "write", input };
  const tool = { name: "write", input_schema: { type: "object" } };
  const piecesOf = async (reply: Reply, more: object, headers = {}) => {
    const response = await send(mockOf(reply), { ...REQUEST, stream: true, ...more }, { headers });
    const all = sentEvents(await response.text()).map(({ data }) => data);
    return deltas(all).map((delta) => String(delta["partial_json"]));
  };

  test("comes key by key, each with its whole value", async () => {
    expect(await piecesOf({ content: [call] }, { tools: [tool] })).toEqual([
      "",
      '{"path":"a/long/path/to/a/file"',
      ',"lines":[1,2]',
      ',"text":"some words"}',
    ]);
  });

  test("comes as it is written where the tool, or the header for all of them, asks for it", async () => {
    const byTool = await piecesOf({ content: [call] }, { tools: [{ ...tool, eager_input_streaming: true }] });
    const headers = { "anthropic-beta": "fine-grained-tool-streaming-2025-05-14" };
    expect(byTool[1]).toBe('{"path":"a/l');
    expect(byTool.join("")).toBe(JSON.stringify(input));
    expect(await piecesOf({ content: [call] }, { tools: [tool] }, headers)).toEqual(byTool);
  });

  test("a script can break it off, or make it no JSON at all", async () => {
    const partial_json = '{"path": "a/lo';
    const pieces = await piecesOf({ content: [{ ...call, partial_json }] }, {});
    expect(pieces.join("")).toBe(partial_json);
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

  test.each([0, 1, 3])("may come after %i events, within a block too", async (after_events) => {
    const all = await events(mockOf({ ...reply, after_events }), REQUEST);
    expect(all.length).toBe(after_events + 1);
    expect(all.at(-1)).toMatchObject({ type: "error" });
  });

  test("is a 500 when the answer is not streamed", async () => {
    const response = await send(mockOf(reply), REQUEST);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: { type: "overloaded_error", message: "Overloaded" },
    });
  });
});

describe("MR-71: what no client knows", () => {
  test("can be put anywhere into a stream, and the rest of it is as the grammar says", async () => {
    const extra_events = [
      { at: 0, event: { type: "weather_report", sky: "clear" } },
      { at: 2, event: { type: "content_block_delta", index: 0, delta: { type: "colour_delta", colour: 7 } } },
    ];
    const api = mockOf({
      content: [{ type: "text", text: "Hi" }],
      delivery: { extra_events, pings: [0, 5] },
    });
    const body = await (await send(api, { ...REQUEST, stream: true })).text();
    expect(sentEvents(body).map(({ name }) => name)).toEqual([
      "weather_report",
      "ping",
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "ping",
      "message_stop",
    ]);
    expect(faultsOfStream(body)).toEqual([]);
  });
});

describe("MR-74 to MR-76, MR-120: how an answer ends", () => {
  test.each([
    "end_turn",
    "max_tokens",
    "tool_use",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
  ] as const)("with %s, plain and streamed", async (stop_reason) => {
    const reply: Reply = { content: [{ type: "text", text: "Hi" }], stop_reason };
    expect(await ask(mockOf(reply), REQUEST)).toMatchObject({ stop_reason });
    const all = await events(mockOf(reply), REQUEST);
    expect(all.at(-2)).toMatchObject({ type: "message_delta", delta: { stop_reason } });
    expect(all[0]).toMatchObject({ message: { stop_reason: null } });
  });

  test("a refusal before any output has no content and no output tokens, but the input is counted", async () => {
    const stop_details = { type: "refusal", category: "cyber", explanation: null } as const;
    const answer = await ask(mockOf({ stop_reason: "refusal", stop_details }), REQUEST);
    expect(answer).toMatchObject({ content: [], stop_details, usage: { output_tokens: 0 } });
    expect(answer).toMatchObject({
      usage: { input_tokens: expect.toSatisfy((tokens: number) => tokens > 0) },
    });
  });

  test("a refusal in the middle keeps what was said, a call in part among it, and bills it", async () => {
    const call: ReplyBlock = { type: "tool_use", name: "write", input: {}, partial_json: '{"path": "x' };
    const reply: Reply = { content: [{ type: "text", text: "Well," }, call], stop_reason: "refusal" };
    const all = await events(mockOf(reply), REQUEST);
    expect(deltas(all).at(-1)).toEqual({ type: "input_json_delta", partial_json: '{"path": "x' });
    expect(all.at(-2)).toMatchObject({
      delta: { stop_reason: "refusal", stop_details: { type: "refusal", category: null, explanation: null } },
      usage: { output_tokens: expect.toSatisfy((tokens: number) => tokens > 1) },
    });
  });
});

describe("MR-63: usage", () => {
  test("says how fast and where, as the request asked", async () => {
    const answer = await ask(saying({ type: "text", text: "" }), { ...REQUEST, inference_geo: "eu" });
    expect(answer).toMatchObject({ usage: { inference_geo: "eu", speed: "standard" } });
    expect(answer).toMatchObject({
      usage: { output_tokens: expect.toSatisfy((tokens: number) => tokens > 0) },
    });
  });

  test("counts the server's own tools, and iterations where a script gives them, at the end of a stream", async () => {
    const content: ReplyBlock[] = [
      { type: "server_tool_use", name: "web_search", input: { query: "q" } },
      { type: "web_search_tool_result", content: [] },
    ];
    const iterations = [{ type: "message" }, { type: "message" }];
    const reply: Reply = { content, usage: { iterations } };
    const counted = { server_tool_use: { web_search_requests: 1, web_fetch_requests: 0 }, iterations };
    const plain = await ask(mockOf(reply), REQUEST);
    const all = await events(mockOf(reply), REQUEST);
    expect(plain).toMatchObject({ usage: counted });
    expect(all.at(-2)).toMatchObject({ usage: counted });
    expect(all[0]).toMatchObject({ message: { usage: { server_tool_use: null } } });
    const [made, result] = plain["content"] as { id?: string; tool_use_id?: string }[];
    expect(made?.id).toMatch(/^srvtoolu_/);
    expect(result?.tool_use_id).toBe(made?.id);
  });
});
