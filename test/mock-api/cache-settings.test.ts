/** What a change of a request loses of the cache (MR-87), row by row of the table. */
import { describe, expect, test } from "vitest";
import type { MessagesRequest, RequestBlock } from "../../mock-api/index.ts";
import { Bench, LONG, marked, request, text, tool } from "./cache-bench.ts";
import { planned, signed } from "./signing.ts";

const WEB_SEARCH = { type: "web_search_20260318", name: "web_search" };
const FORMAT = {
  type: "json_schema",
  schema: { type: "object", properties: {}, additionalProperties: false },
};
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const IMAGE: RequestBlock = {
  type: "image",
  source: { type: "base64", media_type: "image/png", data: PIXEL },
};
const document = (enabled: boolean): RequestBlock => ({
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "words" },
  citations: { enabled },
});
const BETAS = { "anthropic-beta": "fast-mode-2026-02-01,mid-conversation-output-config-2026-07-01" };

const base: MessagesRequest = request([marked(text("the messages"))], {
  tools: [tool("Read", LONG), marked(tool("Write"))],
  system: [marked(text("the system prompt"))],
});

/** The tiers that a changed request still reads of what the first one left. */
async function survivors(first: MessagesRequest, changed: MessagesRequest): Promise<string> {
  const bench = new Bench({}, BETAS);
  await bench.usage(first);
  const { read, breakpoints } = await bench.cause(changed);
  return ["tools", "system", "messages"]
    .slice(0, breakpoints.filter(({ tokens }) => tokens <= read).length)
    .join(" ");
}

test.each<[what: string, change: Partial<MessagesRequest>, left: string]>([
  ["nothing", {}, "tools system messages"],
  ["the order of the tools", { tools: base.tools?.toReversed() ?? [] }, ""],
  ["a tool", { tools: [...(base.tools ?? []), marked(tool("Edit"))] }, "tools"],
  ["the model", { model: "claude-opus-4-8" }, ""],
  ["the output format", { output_config: { format: FORMAT } }, ""],
  ["the system prompt", { system: [marked(text("another"))] }, "tools"],
  ["web search", { tools: [...(base.tools ?? []), WEB_SEARCH] }, "tools"],
  ["web search, put first", { tools: [WEB_SEARCH, ...(base.tools ?? [])] }, "tools"],
  ["the speed", { speed: "fast" }, "tools"],
  ["tool_choice", { tool_choice: { type: "none" } }, "tools system"],
  ["parallel calls", { tool_choice: { type: "auto", disable_parallel_tool_use: true } }, "tools system"],
  ["the thinking mode", { thinking: { type: "disabled" } }, "tools system"],
  ["the effort", { output_config: { effort: "low" } }, "tools system"],
  [
    "nothing, the defaults being named",
    {
      tool_choice: { type: "auto", disable_parallel_tool_use: false },
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
      speed: "standard",
    },
    "tools system messages",
  ],
  [
    "max_tokens, streaming and display",
    { max_tokens: 7, stream: true, thinking: { type: "adaptive", display: "summarized" } },
    "tools system messages",
  ],
  [
    "a deferred tool",
    { tools: [{ ...tool("Later"), defer_loading: true }, ...(base.tools ?? [])] },
    "tools system messages",
  ],
])("%s", async (_what, change, left) => {
  expect(await survivors(base, { ...base, ...change })).toBe(left);
});

describe("images and citations, wherever they stand", () => {
  const then = (content: RequestBlock[]): MessagesRequest => ({
    ...base,
    messages: [...base.messages, { role: "assistant", content: [text("ok")] }, { role: "user", content }],
  });
  const inResult = (part: RequestBlock): MessagesRequest => ({
    ...base,
    messages: [
      ...base.messages,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "Read", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [part] }] },
    ],
  });

  test.each<[what: string, first: MessagesRequest, next: MessagesRequest, left: string]>([
    ["the first image", base, then([IMAGE]), "tools system"],
    ["the first image, in a result", base, inResult(IMAGE), "tools system"],
    ["the last image goes", then([IMAGE]), base, "tools system"],
    ["one more image", then([IMAGE]), then([IMAGE, text("and"), IMAGE]), "tools system messages"],
    ["the first citations", base, then([document(true)]), "tools"],
    ["a document without citations", base, then([document(false)]), "tools system messages"],
  ])("%s", async (_what, first, next, left) => {
    expect(await survivors(first, next)).toBe(left);
  });
});

describe("what stands behind the cached prefix leaves it intact", () => {
  const followedBy = (...messages: MessagesRequest["messages"]): MessagesRequest => ({
    ...base,
    messages: [...base.messages, ...messages],
  });

  test.each<[what: string, next: MessagesRequest]>([
    ["a system message in mid-conversation", followedBy({ role: "system", content: [text("be brief")] })],
    [
      "an effort of its own for the message",
      followedBy({
        role: "system",
        content: [],
        output_config: { effort: "low" },
      } as MessagesRequest["messages"][number]),
    ],
  ])("%s", async (_what, next) => {
    expect(await survivors(base, next)).toBe("tools system messages");
  });
});

describe("MR-92: thinking of a turn that is over, on a model that keeps the last turn's alone", () => {
  const thinking = { type: "enabled", budget_tokens: 1_024 };
  const loop: MessagesRequest["messages"] = [
    { role: "user", content: [text("x".repeat(30_000))] },
    {
      role: "assistant",
      content: [
        planned("shown", { answer: "msg_a", ordinal: 0, total: 1, text: "hm" }),
        { type: "tool_use", id: "toolu_1", name: "Read", input: {} },
      ],
    },
    { role: "user", content: [marked({ type: "tool_result", tool_use_id: "toolu_1", content: "r" })] },
  ];
  const on = (model: string, messages: MessagesRequest["messages"]): MessagesRequest =>
    signed({
      model,
      max_tokens: 2_000,
      thinking,
      tools: [tool("Read")],
      messages: structuredClone(messages),
    });
  const prompted: MessagesRequest["messages"] = [
    ...loop,
    { role: "assistant", content: [text("done")] },
    { role: "user", content: [marked(text("next"))] },
  ];

  test.each([
    ["claude-haiku-4-5", false],
    ["claude-opus-4-6", true],
  ])("on %s a new prompt keeps the cached loop: %s", async (model, kept) => {
    const bench = new Bench({}, BETAS);
    const { created } = await bench.cause(on(model, loop));
    const { read } = await bench.cause(on(model, prompted));
    expect(created).toBeGreaterThan(4_096);
    expect(read).toBe(kept ? created : 0);
  });
});
