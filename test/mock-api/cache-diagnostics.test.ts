/** What is told of a request that read less than it could have: to the client (MR-87d), and to our own tools. */
import { describe, expect, test } from "vitest";
import {
  type AnswerMessage,
  countTokens,
  type MessagesRequest,
  type RequestBlock,
} from "../../mock-api/index.ts";
import { Bench, LONG, lengthOf, MINUTE, marked, request, text, tool } from "./cache-bench.ts";
import { events } from "./exchange.ts";

/** A request about the answer before it. */
const asking = (body: MessagesRequest, previous_message_id: string | null): MessagesRequest => ({
  ...body,
  diagnostics: { previous_message_id },
});

const base: MessagesRequest = request([marked(text(LONG))], {
  tools: [tool("Read", "r".repeat(400))],
  system: [text("the system prompt")],
});

/** The conversation goes on: the marker moves to its end. */
function goOn(body: MessagesRequest, last: RequestBlock = marked(text("next"))): MessagesRequest {
  const said = body.messages[0]?.content as RequestBlock[];
  const content = said.map(({ cache_control: _marker, ...block }) => block as RequestBlock);
  return {
    ...body,
    messages: [
      { role: "user", content },
      { role: "assistant", content: [text("ok")] },
      { role: "user", content: [last] },
    ],
  };
}

/** What the second of two requests is told, when it names the first. */
async function told(
  first: MessagesRequest,
  next: MessagesRequest,
  rules = {},
): Promise<AnswerMessage["diagnostics"]> {
  const bench = new Bench(rules);
  const { id } = await bench.answer(asking(first, null));
  return (await bench.answer(asking(next, id))).diagnostics;
}

describe("MR-87d: the diagnostics of an answer", () => {
  const cached = async (): Promise<number> => (await new Bench().cause(base)).created;

  test("null when nothing is asked, on the first turn, and when messages were only added", async () => {
    const bench = new Bench();
    expect((await bench.answer(base)).diagnostics).toBeNull();
    const { id, diagnostics } = await bench.answer(asking(base, null));
    expect(diagnostics).toBeNull();
    expect((await bench.answer(asking(goOn(base), id))).diagnostics).toBeNull();
  });

  test.each<[type: string, change: Partial<MessagesRequest>]>([
    ["model_changed", { model: "claude-opus-4-8" }],
    ["model_changed", { speed: "fast" }],
    ["tools_changed", { tools: [...(base.tools ?? []), tool("Edit")] }],
    // The earliest difference alone is told.
    ["tools_changed", { tools: [], system: [text("another")] }],
    ["system_changed", { system: [text("another")] }],
    ["messages_changed", request([text("another")])],
  ])("%s", async (type, change) => {
    const { cache_miss_reason } = (await told(base, goOn({ ...base, ...change }))) ?? {};
    expect(cache_miss_reason).toMatchObject({ type, cache_missed_input_tokens: expect.any(Number) });
  });

  test("the missed tokens are those of the earlier prefix behind the first difference", async () => {
    const missed = async (change: Partial<MessagesRequest>): Promise<number> => {
      const { cache_miss_reason: reason } = (await told(base, goOn({ ...base, ...change }))) ?? {};
      return reason && "cache_missed_input_tokens" in reason ? reason.cache_missed_input_tokens : Number.NaN;
    };
    expect(await missed({ model: "claude-opus-4-8" })).toBe(await cached());
    expect(await missed({ messages: request([text("another")]).messages })).toBe(lengthOf(text(LONG)));
    const tools = countTokens({ ...base, system: "", messages: [] });
    expect(await missed({ system: [text("another")] })).toBe((await cached()) - tools);
  });

  test.each<[what: string, change: Partial<MessagesRequest>]>([
    ["tool_choice", { tool_choice: { type: "none" } }],
    ["thinking", { thinking: { type: "disabled" } }],
    ["the effort", { output_config: { effort: "low" } }],
  ])("%s changed: unavailable", async (_what, change) => {
    expect(await told(base, goOn({ ...base, ...change }))).toEqual({
      cache_miss_reason: { type: "unavailable" },
    });
  });

  test("a difference beyond the horizon: unavailable", async () => {
    const row = (last: string) =>
      request([...Array.from({ length: 600 }, (_, at) => text(`block ${at}`)), marked(text(last))]);
    expect(await told(row("a"), row("b"))).toEqual({ cache_miss_reason: { type: "unavailable" } });
    expect(await told(row("a"), row("a"))).toBeNull();
  });

  test("fewer messages than before are changed messages", async () => {
    expect(await told(goOn(base), base)).toMatchObject({ cache_miss_reason: { type: "messages_changed" } });
  });

  test("the earlier request is found only if it asked too, for an hour, and by its own organization", async () => {
    const notFound = { cache_miss_reason: { type: "previous_message_not_found" } };
    const bench = new Bench();
    const silent = await bench.answer(base);
    expect((await bench.answer(asking(goOn(base), silent.id))).diagnostics).toEqual(notFound);
    const { id } = await bench.answer(asking(base, null));
    const next = asking(goOn(base), id);
    expect((await bench.answer(next, { "x-api-key": "another" })).diagnostics).toEqual(notFound);
    expect((await bench.answer(next, { "anthropic-workspace-id": "wrkspc_1" })).diagnostics).toEqual(
      notFound,
    );
    bench.time = 60 * MINUTE - 1;
    expect((await bench.answer(next)).diagnostics).toBeNull();
    bench.time = 60 * MINUTE;
    expect((await bench.answer(next)).diagnostics).toEqual(notFound);
  });

  test("MR-87d/pending: a switch makes every comparison late", async () => {
    expect(await told(base, goOn(base), { "MR-87d/pending": true })).toEqual({ cache_miss_reason: null });
  });

  test("MR-65: a stream tells it at its start", async () => {
    const bench = new Bench();
    const { id } = await bench.answer(asking(base, null));
    const [start] = await events(bench.api, asking({ ...base, system: "another" }, id));
    expect(start).toMatchObject({
      type: "message_start",
      message: { diagnostics: { cache_miss_reason: { type: "system_changed" } } },
    });
  });
});

describe("the cause says why something was not read", () => {
  const missOf = async (next: MessagesRequest, first = base, pause = 0, rules = {}): Promise<unknown> => {
    const bench = new Bench(rules);
    await bench.usage(first);
    bench.time = pause;
    return (await bench.cause(next)).miss;
  };
  const edited = (): MessagesRequest => {
    const next = goOn(goOn(base));
    return {
      ...next,
      messages: [...next.messages.slice(0, 2), { role: "user", content: [text("b"), marked(text("c"))] }],
    };
  };

  test.each<[why: string, next: MessagesRequest, pause: number]>([
    ["no breakpoint", request([text(LONG)]), 0],
    ["too short", request([marked(text("short"))]), 0],
    ["expired", goOn(base), 5 * MINUTE],
    ["model", goOn({ ...base, model: "claude-opus-5-5" }), 0],
    ["tools", goOn({ ...base, tools: [] }), 0],
    ["system", goOn({ ...base, system: "another" }), 0],
    ["settings", goOn({ ...base, tool_choice: { type: "none" } }), 0],
  ])("%s", async (why, next, pause) => {
    expect(await missOf(next, base, pause)).toEqual({ why });
  });

  test("nothing when all was read that could be hoped for", async () => {
    expect(await missOf(goOn(base))).toBeUndefined();
  });

  test("cold: there is nothing to compare with", async () => {
    expect((await new Bench().cause(base)).miss).toEqual({ why: "cold" });
    const bench = new Bench();
    await bench.usage(base, { "x-api-key": "another" });
    expect((await bench.cause(base)).miss).toEqual({ why: "cold" });
  });

  test("the first block that differs, by its place in the messages", async () => {
    const first = goOn(base, marked(text("a")));
    expect(await missOf(edited(), first)).toEqual({ why: "message", message: 2, block: 0 });
  });

  test("what differs behind the cached prefix lost nothing", async () => {
    const first = goOn(base, text("a"));
    const mark = (body: MessagesRequest): MessagesRequest => ({ ...body, system: [marked(text(LONG))] });
    expect(await missOf(mark(goOn(base, text("b"))), mark(first))).toBeUndefined();
  });

  test("out of lookback: it lives, but no breakpoint looks that far", async () => {
    const row = (length: number) =>
      request(
        Array.from({ length }, (_, at) => {
          const block = text(`${at} ${at === 0 ? LONG : ""}`);
          return at === length - 1 ? marked(block) : block;
        }),
      );
    expect(await missOf(row(35), row(15))).toEqual({ why: "out of lookback" });
    expect(await missOf(row(34), row(15))).toBeUndefined();
  });
});

describe("MR-87c: whose the cache is", () => {
  test.each([
    ["another organization", { "x-api-key": "another" }],
    ["another workspace", { "anthropic-workspace-id": "wrkspc_1" }],
  ])("%s does not read it", async (_who, headers) => {
    const bench = new Bench();
    await bench.usage(base);
    expect(await bench.reads(base, headers)).toBe(false);
    expect(await bench.reads(base)).toBe(true);
    expect(await bench.reads(base, headers)).toBe(true);
  });
});
