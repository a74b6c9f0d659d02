/** Requests and replies that are made to do harm: each is cheap to send, and has to stay cheap to answer. */
import { mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HeldThreads } from "../../mock-api/features/held-threads.ts";
import { parseBody } from "../../mock-api/http/body.ts";
import { createMockApi, fileCache, plainModel, type Reply, refusal } from "../../mock-api/index.ts";
import { taskOf } from "../../mock-api/models/plain/task.ts";
import { turnOf } from "../../mock-api/models/plain/turn.ts";
import { trailTo } from "../../mock-api/thinking/trail.ts";
import { HELLO, request, result, text, user } from "./blocks.ts";
import { ask, send } from "./exchange.ts";

/** A request as it is: to sign it would be to write it. */
const withExamples = (schema: object, ...input_examples: object[]): object => ({
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [HELLO],
  tools: [{ name: "t", input_schema: { type: "object", ...schema }, input_examples }],
});

describe("MR-35: examples are not looked at by what may take for ever", () => {
  test.each<[string, object]>([
    [
      "a pattern that backtracks",
      withExamples({ properties: { a: { pattern: "^(a+)+$" } } }, { a: `${"a".repeat(40)}!` }),
    ],
    [
      "a pattern of names",
      withExamples(
        { patternProperties: { "^(a+)+$": {} }, additionalProperties: false },
        { [`${"a".repeat(40)}!`]: 1 },
      ),
    ],
    [
      "items that are to be unique",
      withExamples(
        { properties: { a: { uniqueItems: true } } },
        { a: Array.from({ length: 30_000 }, (_, i) => ({ i })) },
      ),
    ],
    ["references that double", withExamples(doubling(40), { a: "x" })],
  ])("%s", (_, body) => {
    expect(refusal(body)).toBeNull();
  });
});

/** Each definition asks twice for the next one. */
function doubling(depth: number): object {
  const $defs = Object.fromEntries(
    Array.from({ length: depth }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [
        `d${at}`,
        { type: "object", properties: { l: next, r: next }, required: ["l", "r"], allOf: [next, next] },
      ];
    }),
  );
  return {
    properties: { a: { $ref: "#/$defs/d0" } },
    required: ["a"],
    $defs: { ...$defs, [`d${depth}`]: {} },
  };
}

describe("what the plain model makes to a schema is bounded", () => {
  const a = (schema: object): object => ({ properties: { a: schema }, required: ["a"] });
  test.each<[string, object]>([
    ["items", a({ type: "array", minItems: 3e8, items: {} })],
    ["characters", a({ type: "string", minLength: 1e8 })],
    ["references that double", doubling(40)],
    ["a chain of parts", a(Array.from({ length: 400 }).reduce<object>((part) => ({ allOf: [part] }), {}))],
  ])("%s", (_, schema) => {
    const tools = [{ name: "t", input_schema: { type: "object", ...schema } }];
    const asked = request([HELLO], { tools, tool_choice: { type: "tool", name: "t" } });
    expect(plainModel(asked as never).content).toEqual([
      { type: "text", text: "The least value that fits the schema is larger than this model makes." },
    ]);
  });
});

describe("the plain model reads a prompt in a time that grows with its length", () => {
  const PROMPTS: [string, (times: number) => string][] = [
    ["particles", (times) => `a.txt ${"で を に ".repeat(times)}`],
    [
      "particles without spaces",
      (times) => `x${"の".repeat(times)}${"を".repeat(times)}${"に".repeat(times)}`,
    ],
    ["reminders", (times) => "<system-reminder>".repeat(times)],
    [
      "reminders of many kinds",
      (times) => Array.from({ length: times }, (_, i) => `<command-${i}>`).join(""),
    ],
    ["replacements", (times) => `replace ${"a by in ".repeat(times)}`],
    ["spaces", (times) => `read${" ".repeat(times)}a`],
    ["spaces between letters", (times) => `x${" ".repeat(times)}x`],
    ["commas", (times) => `read a${" ,".repeat(times)}b`],
    ["spaces between particles", (times) => ["a の", "を", "に", ""].join(" ".repeat(times))],
  ];
  const milliseconds = (prompt: string): number => {
    const start = performance.now();
    turnOf({ messages: [HELLO, user(text(prompt)), user(result("t", { content: prompt }))] } as never);
    taskOf(prompt);
    return performance.now() - start;
  };

  test.each(PROMPTS)("%s", (_, write) => {
    // At every length up to where the sentences are no longer tried: a power of the length would not end in time.
    for (const times of [20, 60, 120, 160, 240]) milliseconds(write(times));
    const best = (times: number) => Math.min(...[1, 2, 3].map(() => milliseconds(write(times))));
    expect(best(128_000)).toBeLessThan(8 * best(32_000) + 20);
  });
});

describe("MR-11: nesting", () => {
  test("is refused before anything is made of it", () => {
    const fault = "The request is nested too deeply.";
    expect(parseBody(Buffer.alloc(31 * 2 ** 20, "["))).toEqual({ fault });
    expect(parseBody(Buffer.from(`${"[".repeat(1_001)}${"]".repeat(1_001)}`))).toEqual({ fault });
    expect(parseBody(Buffer.from(`${"[".repeat(1_000)}${"]".repeat(1_000)}`))).toHaveProperty("value");
    expect(parseBody(Buffer.from(JSON.stringify(`\\"${"[".repeat(2_000)}`)))).toHaveProperty("value");
  });

  test("of a value that was never a text is a refusal too", () => {
    const deep = Array.from({ length: 20_000 }).reduce<object>((inner) => ({ not: inner }), {});
    expect(refusal(withExamples({ properties: { a: deep } }))).toMatchObject({ status: 400, rule: "MR-11" });
  });

  test("an error of the model is its own, whatever it is called", async () => {
    const own = new RangeError("mine");
    const api = createMockApi({
      model: () => {
        throw own;
      },
    });
    await expect(send(api, request([HELLO]))).rejects.toBe(own);
  });
});

test("MR-104: what is held is bounded by its size, and forgotten when its time is over", () => {
  const held = new HeldThreads();
  const large = request([user(text("x".repeat(10 * 2 ** 20)))]) as never;
  for (let at = 0; at < 10; at += 1) held.keep(`t${at}`, large, at);
  expect(held.size).toBeLessThan(64 * 2 ** 20);
  expect([held.find("t0", 10), held.find("t9", 10)]).toEqual([undefined, expect.anything()]);
  held.forget(10 * 60_000);
  expect(held.size).toBe(0);
});

test("MR-46: what says no more than its absence would is no part of what thinking is bound to", () => {
  const call = { type: "tool_use", id: "t", name: "a", input: {} };
  const told = (system: object, tool: object, given: object) =>
    trailTo({
      system: [{ type: "text", text: "s", ...system }],
      tools: [{ name: "a", input_schema: {}, ...tool }],
      messages: [
        HELLO,
        { role: "assistant", content: [call] },
        { role: "user", content: [{ ...result("t", { content: "ok" }), ...given }] },
      ],
    } as never).binding;
  const bare = told({}, {}, {});
  expect(told({ citations: null, cache_control: null }, {}, {})).toEqual(bare);
  expect(told({ citations: [] }, { type: "custom", strict: false, defer_loading: false }, {})).toEqual(bare);
  expect(told({}, { type: null }, { is_error: false, content: [text("ok")] })).toEqual(bare);
  expect(told({}, { strict: true }, {})).not.toEqual(bare);
  expect(told({}, {}, { is_error: true })).not.toEqual(bare);
});

describe("a reply that cannot be", () => {
  test.each<[unknown, string]>([
    [undefined, "it must be an object"],
    ["hi", "it must be an object"],
    [{ content: null }, '"content" must be a list of blocks'],
    [{ content: [null] }, '"content[0]" must be an object'],
    [{ content: [{ type: "text" }] }, '"content[0].text" must be a string'],
    [{ delivery: { chunk_bytes: Number.NaN } }, '"chunk_bytes"'],
    [{ delivery: { message_deltas: Number.NaN } }, '"message_deltas"'],
    [{ delay_ms: 2 ** 31 }, "must be at most 2147483647 milliseconds"],
    [{ headers: { "a b": "x" } }, 'has a header "a b"'],
    [{ headers: { a: "x\ny" } }, 'has a header "a"'],
  ])("%j is told by name", async (reply, fault) => {
    const api = createMockApi({ model: () => reply as Reply });
    await expect(send(api, request([HELLO]))).rejects.toThrow(`The reply of the model is wrong: `);
    await expect(send(api, request([HELLO]))).rejects.toThrow(fault);
  });

  test("half a surrogate pair becomes the replacement character, wherever it stands", async () => {
    const input = { "k\ud83d": ["\udc00 🎉"] };
    const content = [text("a\ud83d"), { type: "tool_use", name: "t", input }];
    const { content: said } = await ask(createMockApi({ model: [{ content } as Reply] }), request([HELLO]));
    expect(said).toMatchObject([{ text: "a\ufffd" }, { input: { "k\ufffd": ["\ufffd 🎉"] } }]);
  });
});

test("a cache behind a link is written where the link leads, and through no link that stands beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mock-links-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [target, link, precious] = ["target", "link", "precious"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(target, "");
  writeFileSync(precious, "mine");
  symlinkSync(target, link);
  symlinkSync(precious, `${link}.${process.pid}.tmp`);
  fileCache(link).write({ entries: [{ digest: "d", ttl: "5m", expires: 9 }] } as never, 0);
  expect(readlinkSync(link)).toBe(target);
  expect(readFileSync(target, "utf8")).toContain('"entries"');
  expect(readFileSync(precious, "utf8")).toBe("mine");
});
