/** Prefix caching by example, one rule at a time. */
import { describe, expect, test } from "vitest";
import {
  createMockApi,
  type MessagesRequest,
  type MockCall,
  type RequestBlock,
  type Ttl,
} from "../../mock-api/index.ts";
import { Bench, LONG, lengthOf, MINUTE, marked, request, text, tool } from "./cache-bench.ts";
import { send } from "./exchange.ts";

test("MR-78, MR-83: a marked prefix is written once and read ever after; the marker is no part of it", async () => {
  const bench = new Bench();
  const written = await bench.usage(request([marked(text(LONG)), text("a")]));
  const read = await bench.usage(request([text(LONG), marked(text("b"))]));
  expect(written).toMatchObject({ cache_read_input_tokens: 0, input_tokens: lengthOf(text("a")) });
  expect(read.cache_read_input_tokens).toBe(written.cache_creation_input_tokens);
  expect(read).toMatchObject({ cache_creation_input_tokens: lengthOf(text("b")), input_tokens: 0 });
  expect(bench.calls.at(-1)?.cause).toMatchObject({ breakpoints: [{ position: 1, ttl: "5m", hit: true }] });
});

describe("MR-79: a breakpoint looks at 20 positions, itself included", () => {
  const row = (length: number): RequestBlock[] =>
    Array.from({ length }, (_, at) => text(`${at} ${at === 0 ? LONG : ""}`));
  const markLast = (blocks: RequestBlock[]): RequestBlock[] => [
    ...blocks.slice(0, -1),
    marked(blocks.at(-1) ?? {}) as RequestBlock,
  ];

  test.each([
    [34, true],
    [35, false],
  ])("an entry at 15 and a breakpoint at %i", async (at, hit) => {
    const bench = new Bench();
    await bench.usage(request(markLast(row(15))));
    expect(await bench.reads(request(markLast(row(at))))).toBe(hit);
  });

  const twentyFiveCalls = (): { first: MessagesRequest; next: MessagesRequest } => {
    const ids = Array.from({ length: 25 }, (_, at) => `toolu_${at}`);
    const calls = ids.map((id) => ({ type: "tool_use", id, name: "Read", input: {} }));
    const results = ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "r" }));
    const next = request([text(LONG)]);
    next.messages.push({ role: "assistant", content: calls }, { role: "user", content: markLast(results) });
    return { first: request([marked(text(LONG))]), next };
  };

  test("MR-116: 25 calls in parallel and their results are two positions", async () => {
    const bench = new Bench();
    const { first, next } = twentyFiveCalls();
    await bench.usage(first);
    expect(await bench.reads(next)).toBe(true);
  });

  test("MR-79/older: a switch makes every call and every result a position", async () => {
    const bench = new Bench({ "MR-79/older": true });
    const { first, next } = twentyFiveCalls();
    await bench.usage(first);
    expect(await bench.reads(next)).toBe(false);
  });
});

test.each([
  ["claude-opus-5", 512, 4],
  ["claude-opus-4-8", 1_024, 4],
  ["claude-opus-4-7", 2_048, 4],
  ["claude-opus-4-5-20251101", 4_096, 5.2],
])(
  "MR-80: %s does not cache less than %i tokens, and says nothing about it",
  async (model, minimum, bytes) => {
    const bench = new Bench();
    const overhead = JSON.stringify({ role: "user", ...text("") }).length;
    const prompt = (tokens: number): MessagesRequest =>
      request([marked(text("x".repeat(Math.floor(bytes * tokens) - overhead)))], { model });
    const short = await bench.usage(prompt(minimum - 1));
    const enough = await bench.usage(prompt(minimum));
    expect(short).toMatchObject({ cache_creation_input_tokens: 0, input_tokens: minimum - 1 });
    expect(enough).toMatchObject({ cache_creation_input_tokens: minimum, input_tokens: 0 });
  },
);

describe("MR-81: lives", () => {
  test.each([
    ["5m", 5 * MINUTE],
    ["1h", 60 * MINUTE],
  ] as [Ttl, number][])("%s counts from the start of the request and ends on the dot", async (ttl, life) => {
    const bench = new Bench();
    const body = request([marked(text(LONG), ttl)]);
    await bench.usage(body);
    bench.time = life - 1;
    expect(await bench.reads(body)).toBe(true);
    bench.time += life;
    expect(await bench.reads(body)).toBe(false);
  });

  test("a read prolongs the life of what it read, though no marker stands there any more", async () => {
    const bench = new Bench();
    await bench.usage(request([marked(text(LONG)), text("a")]));
    bench.time = 4 * MINUTE;
    await bench.usage(request([text(LONG), marked(text("b"))]));
    bench.time = 8 * MINUTE;
    expect(await bench.reads(request([marked(text(LONG)), text("c")]))).toBe(true);
  });

  test("of two requests at once both miss: an entry can be read once its response has begun", async () => {
    const bench = new Bench();
    const body = request([marked(text(LONG))]);
    await Promise.all([send(bench.api, body), send(bench.api, body)]);
    expect(bench.calls.map(({ usage }) => usage?.cache_read_input_tokens)).toEqual([0, 0]);
  });

  test("a request that fails leaves nothing in the cache", async () => {
    const told: MockCall[] = [];
    const api = createMockApi({ model: [{ status: 529 }, {}], onCall: (call) => told.push(call) });
    for (const body of [1, 2].map(() => request([marked(text(LONG))]))) await send(api, body);
    expect(told.map(({ status }) => status)).toEqual([529, 200]);
    expect(told[1]?.cause?.read).toBe(0);
  });
});

test("MR-84: after the hit, up to the last 1h marker is written for 1h, up to the last marker for 5m", async () => {
  const bench = new Bench();
  const [a, b, c, d] = ["a", "b", "c", "d"].map((letter) => text(letter.repeat(4_000)));
  const blocks = [a, b, c, d].flatMap((block) => block ?? []);
  const one = lengthOf(text("a".repeat(4_000)));
  await bench.usage(request([...blocks.slice(0, 1).map((block) => marked(block, "1h")), ...blocks.slice(1)]));
  const marks: (Ttl | undefined)[] = ["1h", "1h", "5m", undefined];
  const usage = await bench.usage(
    request(blocks.map((block, at) => (marks[at] ? marked(block, marks[at]) : block))),
  );
  expect(usage).toMatchObject({
    cache_read_input_tokens: one,
    cache_creation_input_tokens: 2 * one,
    cache_creation: { ephemeral_1h_input_tokens: one, ephemeral_5m_input_tokens: one },
    input_tokens: one,
  });
});

describe("MR-87c: what the bytes are", () => {
  const body = (input: object): MessagesRequest => {
    const next = request([text(LONG)], { tools: [tool("Write")] });
    next.messages.push(
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "Write", input }] },
      { role: "user", content: [marked({ type: "tool_result", tool_use_id: "toolu_1", content: "ok" })] },
    );
    return next;
  };

  test("a field of a tool's input that is called cache_control is content", async () => {
    const bench = new Bench();
    await bench.usage(body({}));
    expect(await bench.reads(body({ cache_control: { type: "ephemeral" } }))).toBe(false);
  });

  test("the order of keys in an input matters", async () => {
    const bench = new Bench();
    await bench.usage(body({ a: 1, b: 2 }));
    expect(await bench.reads(body({ b: 2, a: 1 }))).toBe(false);
    expect(await bench.reads(body({ a: 1, b: 2 }))).toBe(true);
  });
});

describe("MR-86: a marker for the whole request", () => {
  const WHOLE = { cache_control: { type: "ephemeral", ttl: "1h" } } as const;

  test("it stands on the last block that can carry one", async () => {
    const bench = new Bench();
    const body = request([text(LONG), text("a")], WHOLE);
    const usage = await bench.usage(body);
    expect(usage.input_tokens).toBe(0);
    expect(usage.cache_creation.ephemeral_1h_input_tokens).toBe(usage.cache_creation_input_tokens);
    expect(await bench.cause(body)).toMatchObject({
      breakpoints: [{ position: 1, hit: true, automatic: true }],
    });
  });

  test("an empty text cannot carry it: the block before does, and where there is none, nothing", async () => {
    const bench = new Bench({ "MR-22": false });
    const positions = async (...content: RequestBlock[]): Promise<number[]> =>
      (await bench.cause(request(content, WHOLE))).breakpoints.map(({ position }) => position);
    expect(await positions(text(LONG), text("a"), text(""))).toEqual([1]);
    expect(await positions(text(""))).toEqual([]);
  });

  test("where the block has the same marker already, it adds none", async () => {
    const cause = await new Bench().cause(request([text("a"), marked(text(LONG), "1h")], WHOLE));
    expect(cause.breakpoints).toEqual([expect.not.objectContaining({ automatic: true })]);
  });
});

describe("MR-87b", () => {
  const searched = (more: Partial<MessagesRequest> = {}): MessagesRequest => ({
    ...request([text(LONG)], { tools: [{ type: "web_search_20260318", name: "web_search" }], ...more }),
    messages: [
      { role: "user", content: [text(LONG)] },
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "q" } },
          { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
          text("found"),
        ],
      },
      { role: "user", content: [text("go on")] },
    ],
  });

  test("a server tool's result is a breakpoint of 5 minutes in a request that marks anything at all", async () => {
    const marker = { system: [marked(text("s"), "1h")] };
    const { usage, cause } = await new Bench().usage(searched(marker)).then(async (usage) => ({
      usage,
      cause: await new Bench().cause(searched(marker)),
    }));
    expect(usage.cache_creation.ephemeral_5m_input_tokens).toBe(usage.cache_creation_input_tokens);
    expect(usage.cache_creation_input_tokens).toBeGreaterThan(512);
    expect(cause.breakpoints.at(-1)).toMatchObject({ position: 4, ttl: "5m", automatic: true });
  });

  test("without a marker it is none", async () => {
    expect(await new Bench().cause(searched())).toMatchObject({ created: 0, breakpoints: [] });
  });
});

describe("MR-82: max_tokens 0", () => {
  const WARM = request([marked(text(LONG)), text("warm up")], { max_tokens: 0 });

  test("fills the cache at the breakpoints, without asking the model", async () => {
    const asked: unknown[] = [];
    const told: MockCall[] = [];
    const model = (seen: unknown) => {
      asked.push(seen);
      return {};
    };
    const api = createMockApi({ model, onCall: (call) => told.push(call) });
    const answer = await (await send(api, WARM)).json();
    expect(answer).toMatchObject({ content: [], stop_reason: "max_tokens", usage: { output_tokens: 0 } });
    expect(asked).toEqual([]);
    await send(api, request([marked(text(LONG)), text("a question")]));
    expect(told[1]?.usage?.cache_read_input_tokens).toBe(told[0]?.usage?.cache_creation_input_tokens);
    expect(asked).toHaveLength(1);
  });

  test("takes no reply of a scripted list", async () => {
    const api = createMockApi({ model: [{ content: [{ type: "text", text: "first" }] }] });
    await send(api, WARM);
    expect(await (await send(api, { ...WARM, max_tokens: 9 })).json()).toMatchObject({
      content: [{ text: "first" }],
    });
  });

  test("with a marker for the whole request the placeholder is part of what is kept, and nobody reads it", async () => {
    const bench = new Bench();
    const whole = (words: string, max_tokens: number) =>
      request([text(LONG), text(words)], { max_tokens, cache_control: { type: "ephemeral" } });
    expect((await bench.usage(whole("warm up", 0))).cache_creation_input_tokens).toBeGreaterThan(512);
    expect(await bench.reads(whole("a question", 9))).toBe(false);
  });

  test("other thinking than that of the later traffic keeps another prefix", async () => {
    const bench = new Bench();
    await bench.usage({ ...WARM, thinking: { type: "disabled" } });
    expect(await bench.reads({ ...WARM, max_tokens: 9 })).toBe(false);
  });
});
