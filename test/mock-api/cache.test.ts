/** Prefix caching by example, one rule at a time. */
import { describe, expect, test } from "vitest";
import {
  countTokens,
  createMockApi,
  type MessagesRequest,
  type MockCall,
  type RequestBlock,
  type Ttl,
  type Usage,
} from "../../mock-api/index.ts";
import { send } from "./exchange.ts";

const MINUTE = 60_000;
const LONG = "x".repeat(2_400);
const text = (words: string): RequestBlock => ({ type: "text", text: words });
const marked = <Carrier extends object>(carrier: Carrier, ttl: Ttl = "5m"): Carrier => ({
  ...carrier,
  cache_control: { type: "ephemeral", ttl },
});
const request = (content: RequestBlock[], more: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user", content }],
  ...more,
});

/** The tokens of a block in a user message. */
const lengthOf = (block: RequestBlock): number => countTokens({ role: "user", content: [block] });

/** A mock with a clock that stands still, and the usage of one request after another. */
class Bench {
  time = 0;
  readonly calls: MockCall[] = [];
  readonly api = createMockApi({
    model: () => ({ content: [{ type: "text", text: "ok" }] }),
    now: () => this.time,
    onCall: (call) => this.calls.push(call),
  });

  async usage(body: MessagesRequest): Promise<Usage> {
    await send(this.api, body);
    const usage = this.calls.at(-1)?.usage;
    if (!usage) throw new Error(this.calls.at(-1)?.refusal?.message);
    return usage;
  }

  async reads(body: MessagesRequest): Promise<boolean> {
    return (await this.usage(body)).cache_read_input_tokens > 0;
  }
}

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

  test("MR-116: 25 calls in parallel and their results are two positions", async () => {
    const ids = Array.from({ length: 25 }, (_, at) => `toolu_${at}`);
    const calls = ids.map((id) => ({ type: "tool_use", id, name: "Read", input: {} }));
    const results = ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: "r" }));
    const bench = new Bench();
    await bench.usage(request([marked(text(LONG))]));
    const next = request([text(LONG)]);
    next.messages.push({ role: "assistant", content: calls }, { role: "user", content: markLast(results) });
    expect(await bench.reads(next)).toBe(true);
  });
});

test.each([
  ["claude-opus-5", 512],
  ["claude-opus-4-8", 1_024],
  ["claude-opus-4-7", 2_048],
  ["claude-opus-4-5-20251101", 4_096],
])("MR-80: %s does not cache less than %i tokens, and says nothing about it", async (model, minimum) => {
  const bench = new Bench();
  const overhead = JSON.stringify({ role: "user", ...text("") }).length;
  const prompt = (tokens: number): MessagesRequest =>
    request([marked(text("x".repeat(4 * tokens - overhead)))], { model });
  const short = await bench.usage(prompt(minimum - 1));
  const enough = await bench.usage(prompt(minimum));
  expect(short).toMatchObject({ cache_creation_input_tokens: 0, input_tokens: minimum - 1 });
  expect(enough).toMatchObject({ cache_creation_input_tokens: minimum, input_tokens: 0 });
});

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

describe("MR-87: what a change loses", () => {
  const base: MessagesRequest = request([marked(text("the messages"))], {
    tools: [{ name: "Read", description: LONG }, marked({ name: "Write", description: "w" })],
    system: [marked(text("the system prompt"))],
  });
  /** The tiers that a changed request still reads. */
  async function survivors(change: Partial<MessagesRequest>): Promise<string> {
    const bench = new Bench();
    await bench.usage(base);
    await bench.usage({ ...base, ...change });
    const { read = 0, breakpoints = [] } = bench.calls.at(-1)?.cause ?? {};
    return ["tools", "system", "messages"]
      .slice(0, breakpoints.filter(({ tokens }) => tokens <= read).length)
      .join(" ");
  }

  test.each<[what: string, change: Partial<MessagesRequest>, left: string]>([
    ["nothing", {}, "tools system messages"],
    ["the order of the tools", { tools: base.tools?.toReversed() ?? [] }, ""],
    ["a tool", { tools: [...(base.tools ?? []), marked({ name: "Edit" })] }, "tools"],
    ["the model", { model: "claude-opus-5-5" }, ""],
    ["the system prompt", { system: [marked(text("another"))] }, "tools"],
    ["tool_choice", { tool_choice: { type: "none" } }, "tools system"],
    ["parallel calls", { tool_choice: { type: "auto", disable_parallel_tool_use: true } }, "tools system"],
    ["the thinking mode", { thinking: { type: "disabled" } }, "tools system"],
    ["the effort", { output_config: { effort: "low" } }, "tools system"],
    [
      "nothing, the defaults being named",
      { tool_choice: { type: "auto" }, thinking: { type: "adaptive" }, output_config: { effort: "high" } },
      "tools system messages",
    ],
    [
      "max_tokens, streaming and display",
      { max_tokens: 7, stream: true, thinking: { type: "adaptive", display: "summarized" } },
      "tools system messages",
    ],
    [
      "a deferred tool",
      { tools: [{ name: "Later", defer_loading: true }, ...(base.tools ?? [])] },
      "tools system messages",
    ],
  ])("%s", async (_what, change, left) => {
    expect(await survivors(change)).toBe(left);
  });

  test("a field of a tool's input that is called cache_control is content", async () => {
    const bench = new Bench();
    const body = (input: object): MessagesRequest => {
      const next = request([text(LONG)]);
      next.messages.push(
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "Write", input }] },
        { role: "user", content: [marked({ type: "tool_result", tool_use_id: "toolu_1", content: "ok" })] },
      );
      return next;
    };
    await bench.usage(body({}));
    expect(await bench.reads(body({ cache_control: { type: "ephemeral" } }))).toBe(false);
  });
});

test("MR-86: a marker for the whole request stands on the last block that can carry one", async () => {
  const bench = new Bench();
  const body = request([text(LONG), text("a")], { cache_control: { type: "ephemeral", ttl: "1h" } });
  const usage = await bench.usage(body);
  expect(usage.input_tokens).toBe(0);
  expect(usage.cache_creation.ephemeral_1h_input_tokens).toBe(usage.cache_creation_input_tokens);
  expect(await bench.reads(body)).toBe(true);
});
