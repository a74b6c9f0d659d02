/** What a script can make the model do (D-26). */
import { describe, expect, test } from "vitest";
import { createMockApi, type MockCall, parseScript, type Reply } from "../../mock-api/index.ts";
import { ask, send } from "./exchange.ts";

const REQUEST = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hello" }] };
const say = (text: string): Reply => ({ content: [{ type: "text", text }] });

test("a list gives one reply to each request that passes the checks, errors included, then it is at its end", async () => {
  const calls: MockCall[] = [];
  const model = [say("one"), { status: 529, headers: { "retry-after-ms": "5" } }, say("two")];
  const api = createMockApi({ model, onCall: (call) => calls.push(call) });
  expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "one" }] });
  expect(await ask(api, { ...REQUEST, messages: [] })).toMatchObject({
    error: { type: "invalid_request_error" },
  });
  const busy = await send(api, REQUEST);
  expect([busy.status, busy.headers.get("retry-after-ms")]).toEqual([529, "5"]);
  expect(await busy.json()).toMatchObject({ error: { type: "overloaded_error", message: "Overloaded" } });
  expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "two" }] });
  const ended = { error: { type: "api_error", message: "script ended after 3 replies" } };
  expect(await ask(api, REQUEST)).toMatchObject(ended);
  expect(await ask(api, REQUEST)).toMatchObject(ended);
  expect(calls.map(({ status, refusal, error }) => [status, refusal?.type, error])).toEqual([
    [200, undefined, undefined],
    [400, "invalid_request_error", undefined],
    [529, undefined, { type: "overloaded_error", message: "Overloaded" }],
    [200, undefined, undefined],
    [500, undefined, ended.error],
    [500, undefined, ended.error],
  ]);
  const { headers } = await send(api, REQUEST);
  expect(headers.get("x-should-retry")).toBe("false");
});

test("a function sees the request, and may take its time", async () => {
  const api = createMockApi({ model: async ({ messages }) => say(`you said ${messages[0]?.content}`) });
  expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "you said hello" }] });
});

describe("a generator", () => {
  const asking = (content: string) => ({ ...REQUEST, messages: [{ role: "user", content }] });

  test("sees the request of each reply, and ends loudly", async () => {
    const api = createMockApi({
      model: function* (first) {
        const second = yield say(`first ${first.messages[0]?.content}`);
        yield say(`then ${second.messages[0]?.content}`);
      },
    });
    expect(await ask(api, asking("a"))).toMatchObject({ content: [{ text: "first a" }] });
    expect(await ask(api, { ...REQUEST, messages: [] })).toMatchObject({ type: "error" });
    expect(await ask(api, asking("b"))).toMatchObject({ content: [{ text: "then b" }] });
    for (const again of [asking("c"), asking("d")]) {
      const ended = { error: { type: "api_error", message: "script ended after 2 replies" } };
      expect(await ask(api, again)).toMatchObject(ended);
    }
  });

  test("may return its last reply, and may take its time", async () => {
    const api = createMockApi({
      model: async function* () {
        yield say("one");
        return say("two");
      },
    });
    const texts = [await ask(api, REQUEST), await ask(api, REQUEST), await ask(api, REQUEST)];
    expect(texts[0]).toMatchObject({ content: [{ text: "one" }] });
    expect(texts[1]).toMatchObject({ content: [{ text: "two" }] });
    expect(texts[2]).toMatchObject({ error: { message: "script ended after 2 replies" } });
  });

  test("gives two answers to one prompt asked twice, each with its own id", async () => {
    const api = createMockApi({
      model: function* () {
        while (true) yield say("again");
      },
    });
    const [one, other] = [await ask(api, REQUEST), await ask(api, REQUEST)];
    expect(one["id"]).not.toBe(other["id"]);
  });
});

test("usage in a script overrides the fields it names and no other", async () => {
  const plain = await ask(createMockApi({ model: [say("hi")] }), REQUEST);
  const named = await ask(createMockApi({ model: [{ ...say("hi"), usage: { output_tokens: 7 } }] }), REQUEST);
  expect(named["usage"]).toEqual({ ...(plain["usage"] as object), output_tokens: 7 });
});

test("stop_reason is tool_use when a tool is called, unless the script says otherwise", async () => {
  const calling: Reply = { content: [{ type: "tool_use", name: "Read", input: {} }] };
  const api = createMockApi({ model: [calling, { ...calling, stop_reason: "max_tokens" }, {}] });
  expect(await ask(api, REQUEST)).toMatchObject({ stop_reason: "tool_use" });
  expect(await ask(api, REQUEST)).toMatchObject({ stop_reason: "max_tokens" });
  expect(await ask(api, REQUEST)).toMatchObject({ stop_reason: "end_turn", content: [] });
});

test("ids are given where the script gives none, and signatures always", async () => {
  const content: Reply["content"] = [
    { type: "thinking", thinking: "hm", signature: "mine" },
    { type: "redacted_thinking", data: "mine" },
    { type: "tool_use", name: "Read", input: {} },
    { type: "tool_use", id: "toolu_mine", name: "Read", input: {} },
  ];
  const answer = await ask(createMockApi({ model: [{ content }] }), REQUEST);
  expect(answer["content"]).toMatchObject([
    { signature: expect.stringMatching(/^glass-sig-v2\./) },
    { data: expect.stringMatching(/^glass-sig-v2\./) },
    { id: expect.stringMatching(/^toolu_[0-9a-f]+$/), caller: { type: "direct" } },
    { id: "toolu_mine" },
  ]);
});

test("what an answer says can be sent back as it is", async () => {
  const thinking: Reply["content"] = [
    { type: "thinking", thinking: "hm" },
    { type: "redacted_thinking" },
    { type: "tool_use", name: "Read", input: {} },
  ];
  const api = createMockApi({ model: [{ content: thinking }, say("done")] });
  const { content } = (await ask(api, REQUEST)) as { content: { id?: string }[] };
  const results = [{ type: "tool_result", tool_use_id: content[2]?.id, content: "ok" }];
  const messages = [...REQUEST.messages, { role: "assistant", content }, { role: "user", content: results }];
  expect(await ask(api, { ...REQUEST, messages })).toMatchObject({ content: [{ text: "done" }] });
});

describe("delay_ms", () => {
  test("is waited for by the clock that is given", async () => {
    const slept: number[] = [];
    const sleep = async (ms: number): Promise<void> => void slept.push(ms);
    await send(createMockApi({ model: [{ delay_ms: 60_000 }], sleep }), REQUEST);
    expect(slept).toEqual([60_000]);
  });

  test("ends at once when the request is aborted, with the reason it was aborted for", async () => {
    const abort = new AbortController();
    const sleep = (): Promise<never> => {
      abort.abort();
      return new Promise(() => {});
    };
    const api = createMockApi({ model: [{ delay_ms: 60_000 }, say("next")], sleep });
    const waiting = send(api, REQUEST, { signal: abort.signal });
    await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
    await expect(send(api, REQUEST, { signal: abort.signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(await ask(api, REQUEST)).toMatchObject({ content: [{ text: "next" }] });
  });

  test("ends at once though the model or the given clock does not", async () => {
    let reached = (): void => {};
    const never = (): Promise<never> => {
      reached();
      return new Promise(() => {});
    };
    for (const api of [
      createMockApi({ model: never }),
      createMockApi({ model: [{ delay_ms: 1 }], sleep: never }),
    ]) {
      const abort = new AbortController();
      reached = () => abort.abort(new Error("changed my mind"));
      const waiting = send(api, REQUEST, { signal: abort.signal });
      await expect(waiting).rejects.toThrow("changed my mind");
    }
  });

  test("an abort in the middle of a stream breaks its body off", async () => {
    const abort = new AbortController();
    const response = await send(
      createMockApi({ model: [say("x".repeat(500))] }),
      { ...REQUEST, stream: true },
      { signal: abort.signal },
    );
    const reader = response.body?.getReader();
    await reader?.read();
    abort.abort();
    await expect(async () => {
      while (!(await reader?.read())?.done);
    }).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("parseScript", () => {
  test("takes a list of replies", () => {
    const script = [
      say("hi"),
      { status: 529 },
      { error: "Overloaded", content: [] },
      { content: [{ type: "redacted_thinking" }] },
      { fault: "truncate", after_bytes: 10 },
      { stop_reason: "refusal", stop_details: { type: "refusal", category: "bio", explanation: null } },
      { content: [{ type: "server_tool_use", name: "web_search", input: {} }], container: null },
      {
        delivery: {
          pings: [],
          extra_events: [{ at: 0, event: { type: "weather_report" } }],
          chunk_bytes: [1, 2],
          line_end: "\r\n",
        },
      },
    ];
    expect(parseScript(structuredClone(script))).toEqual(script);
  });

  test.each<[json: unknown, message: string]>([
    [{}, "A script must be a list of replies."],
    [[{}, 7], "Reply 1 of the script is wrong: it must be an object."],
    [[{ contents: [] }], 'Reply 0 of the script is wrong: "contents" is not a field of a reply.'],
    [[{ content: "hi" }], 'Reply 0 of the script is wrong: "content" must be a list of blocks.'],
    [
      [{ content: [{ type: "txt" }] }],
      'Reply 0 of the script is wrong: "content[0].type" must be one of text, thinking, redacted_thinking, tool_use, ',
    ],
    [
      [{ content: [{ type: "text" }] }],
      'Reply 0 of the script is wrong: "content[0].text" must be a string.',
    ],
    [
      [{ content: [{ type: "tool_use", name: "Read", input: "{}" }] }],
      'Reply 0 of the script is wrong: "content[0].input" must be an object.',
    ],
    [[{ status: 42 }], 'Reply 0 of the script is wrong: "status" must be an HTTP status from 200 to 599.'],
    [[{ delay_ms: -1 }], 'Reply 0 of the script is wrong: "delay_ms" must be a whole number of 0 or more.'],
    [
      [{ error: { type: "x" } }],
      'Reply 0 of the script is wrong: "error" must be a string or an object with a message.',
    ],
    [[{ fault: "flood" }], 'Reply 0 of the script is wrong: "fault" must be one of reset, hang, truncate.'],
    [
      [{ after_events: 2 }],
      'Reply 0 of the script is wrong: "after_events" needs a "fault" or an "error" to come after them.',
    ],
    [
      [{ after_bytes: 2, error: "x" }],
      'Reply 0 of the script is wrong: "after_bytes" needs a "fault" to come after them.',
    ],
    [
      [{ fault: "reset", after_bytes: 2, after_events: 2 }],
      'Reply 0 of the script is wrong: "after_events" and "after_bytes" cannot both say where the fault comes.',
    ],
    [
      [{ fault: "reset", status: 500 }],
      'Reply 0 of the script is wrong: "fault" cannot stand beside an error.',
    ],
    [
      [{ delivery: { chunk_size: 3 } }],
      'Reply 0 of the script is wrong: "delivery" has a field "chunk_size" that is not known.',
    ],
    [
      [{ delivery: { chunk_bytes: [4, 0] } }],
      'Reply 0 of the script is wrong: "delivery" has a field "chunk_bytes" that must be a whole number of 1 or more.',
    ],
    [
      [{ delivery: { line_end: "\n\n" } }],
      'Reply 0 of the script is wrong: "delivery" has a field "line_end" that must be one of "\\n", "\\r\\n", "\\r".',
    ],
    [
      [{ stop_reason: "tired" }],
      'Reply 0 of the script is wrong: "stop_reason" must be one of end_turn, max_tokens, ',
    ],
    [
      [{ stop_details: { category: "bio" } }],
      'Reply 0 of the script is wrong: "stop_details" must be an object of type "refusal".',
    ],
    [
      [{ content: [{ type: "fallback", from: "a" }] }],
      'Reply 0 of the script is wrong: "content[0].from" must be an object with a model.',
    ],
  ])("%j", (json, message) => {
    expect(() => parseScript(json)).toThrow(message);
  });
});

describe("what cannot be is told before the first call", () => {
  const make = createMockApi as (options?: unknown) => unknown;
  test.each<[options: unknown, message: string]>([
    [undefined, "A mock is made of options"],
    [{}, 'A mock needs a "model": a list of replies, or a function'],
    [{ model: { content: [] } }, 'A mock needs a "model"'],
    [
      { model: [{ content: [{ type: "txt" }] }] },
      'Reply 0 of the script is wrong: "content[0].type" must be',
    ],
    [{ model: Array(1) }, "Reply 0 of the script is wrong: it must be an object."],
    [{ model: [], fault: [] }, 'A mock has no option "fault"; it knows model, '],
    [{ model: [], delivery: { chunk_size: 1 } }, 'The "delivery" of the mock has a field "chunk_size"'],
    [
      { model: [], faults: [null, { status: 7 }] },
      'The fault of call 2 is wrong: "status" must be an HTTP status',
    ],
    [
      { model: [], faults: { 3: { content: [] } } },
      'The fault of call 3 is wrong: "content" is no part of a fault',
    ],
    [{ model: [], faults: { 0: {} } }, '"0" is not the number of a call'],
    [{ model: [], faults: { seed: "x", rate: 1 } }, '"seed" must be a whole number'],
    [{ model: [], faults: 7 }, "A plan of faults is a list or an object."],
    [{ model: [], rules: { "MR-9999": true } }, 'There is no rule "MR-9999"'],
  ])("%j", (options, message) => {
    expect(() => make(options)).toThrow(message);
  });
});
