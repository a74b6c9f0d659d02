/** What stands close to a refusal of a model, and is none. */
import { describe, expect, test } from "vitest";
import { createMockApi, type RefusalOptions, type RequestBlock, refusal } from "../../mock-api/index.ts";
import { assistant, call, HELLO, request, result, SHORT, text, thought, user } from "./blocks.ts";
import { ask, COUNT_URL, send } from "./exchange.ts";
import { TITLE_REQUEST } from "./recorded-client.ts";

const told = (content: unknown, more: object = {}): object => ({ role: "system", content, ...more });
const effortFromHere = told([], { output_config: { effort: "low" } });
const search: RequestBlock = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_search",
  input: { query: "q" },
};
const found: RequestBlock = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] };
const webSearch = { tools: [{ type: "web_search_20260318", name: "web_search" }] };
const tools = [{ name: "Read", input_schema: { type: "object" } }];
const budget = {
  model: "claude-haiku-4-5",
  max_tokens: 2_048,
  thinking: { type: "enabled", budget_tokens: 1_024 },
};
const EARLIER: RefusalOptions = { version: "2023-06-01" };

type Accepted = [why: string, body: object, by?: RefusalOptions];

const roles: Accepted[] = [
  ["MR-24, O-34: a marked system message at the end", request([HELLO, told([text("s", SHORT)])])],
  [
    "MR-24: two of them before an answer",
    request([HELLO, told("a"), told("b"), assistant(text("c")), HELLO]),
  ],
  [
    "MR-24: one after the results of calls",
    request([HELLO, assistant(call("a")), user(result("a")), told("s"), assistant(text("b")), HELLO]),
  ],
  [
    "MR-24: one after a server tool's result",
    request([HELLO, assistant(search, found), told("s")], webSearch),
  ],
  ["MR-24: one that only sets the effort, in front", request([effortFromHere, HELLO])],
  [
    "MR-24: one that only sets the effort, between a call and its result",
    request([HELLO, assistant(call("a")), effortFromHere, user(result("a"))]),
  ],
];

const endings: Accepted[] = [
  [
    "MR-25: an answer that was paused before a search is sent back",
    request([HELLO, assistant(search)], webSearch),
  ],
  ["MR-25: and one that was paused after it", request([HELLO, assistant(search, found)], webSearch)],
  [
    "MR-26: whitespace at the end of an earlier answer",
    request([HELLO, assistant(text("a ")), HELLO], { model: "claude-haiku-4-5" }),
  ],
  [
    "MR-27: stop sequences with something in them",
    request([HELLO], { stop_sequences: ["END", " a", "\n\nb"] }),
  ],
  [
    "MR-40: the results of other calls while a search is open",
    request([HELLO, assistant(search, call("a")), user(result("a"))], {
      tools: [...tools, ...webSearch.tools],
    }),
  ],
  [
    "MR-40: a search whose result came with the next answer",
    request([HELLO, assistant(search, call("a")), user(result("a")), assistant(found, text("b")), HELLO], {
      tools: [...tools, ...webSearch.tools],
    }),
  ],
];

const thinking: Accepted[] = [
  ...["opus-4-8", "opus-5", "sonnet-5", "fable-5"].map(
    (name): Accepted => [
      `MR-38: a call forced from ${name} while it thinks adaptively`,
      request([HELLO], {
        model: `claude-${name}`,
        tools,
        tool_choice: { type: "any" },
        thinking: { type: "adaptive" },
      }),
    ],
  ),
  ["MR-43: a turn without thinking, adaptively", request([HELLO, assistant(call("a")), user(result("a"))])],
  [
    "MR-43: with a budget, a turn of two steps that begins with thinking",
    request(
      [
        HELLO,
        assistant(thought(0, 1), call("a")),
        user(result("a")),
        assistant(call("b")),
        user(result("b")),
      ],
      budget,
    ),
  ],
  ["MR-43: with a budget, an earlier turn without", request([HELLO, assistant(text("a")), HELLO], budget)],
  [
    "MR-44: a text before the thinking, adaptively",
    request([HELLO, assistant(text("a"), thought(0, 1), text("b")), HELLO]),
  ],
  [
    "MR-44: thinking in an earlier turn, without thinking now",
    request([HELLO, assistant(thought(0, 1), text("a")), HELLO], { thinking: { type: "disabled" } }),
  ],
  [
    "MR-90: with its header, a budget above max_tokens",
    request([HELLO], { ...budget, model: "claude-opus-4-5", max_tokens: 1_024 }),
    { betas: ["interleaved-thinking-2025-05-14"] },
  ],
  ...["adaptive", "disabled"].map(
    (type): Accepted => [
      `MR-93: ${type} within a turn that began otherwise`,
      request([HELLO, assistant(thought(0, 1), call("a")), user(result("a"))], { thinking: { type } }),
    ],
  ),
];

const settings: Accepted[] = [
  ["O-35, MR-51: the real client's request for a title", TITLE_REQUEST, EARLIER],
  ...[{ temperature: 1 }, { top_p: 0.99 }, { top_p: 1 }].map(
    (sampling): Accepted => [
      `MR-51: what changes nothing, to a model of today: ${JSON.stringify(sampling)}`,
      request([HELLO], sampling),
      EARLIER,
    ],
  ),
  ...[{ temperature: 1 }, { top_p: 0.95 }].map(
    (sampling): Accepted => [
      `MR-51: with a budget: ${JSON.stringify(sampling)}`,
      request([HELLO], { ...budget, ...sampling }),
      EARLIER,
    ],
  ),
  [
    "MR-51: all of it on a 4.6 model that does not think",
    request([HELLO], { model: "claude-opus-4-6", temperature: 0.2, top_p: 0.5, top_k: 10 }),
    EARLIER,
  ],
  [
    "MR-51: one at a time on a 4.5 model",
    request([HELLO], { model: "claude-haiku-4-5", temperature: 0.2, top_k: 10 }),
    EARLIER,
  ],
  [
    "MR-57: less room in the window than max_tokens asks for",
    request([user(text("a".repeat(700_000)))], { model: "claude-opus-4-5", max_tokens: 64_000 }),
  ],
  [
    "MR-59: a pre-warm with the thinking and the effort of what comes after it",
    request([HELLO], {
      max_tokens: 0,
      thinking: { type: "adaptive" },
      output_config: { effort: "max" },
      tools,
    }),
  ],
];

describe("these are accepted", () => {
  test.each([...roles, ...endings, ...thinking, ...settings])("%s", (_why, body, by) => {
    expect(refusal(body, by)).toBeNull();
  });
});

test("MR-56: what is too long to be answered can still be counted, and both say how long it is", async () => {
  const api = createMockApi({ model: [{ content: [{ type: "text", text: "a" }] }] });
  const body = (letters: number): { max_tokens?: number } =>
    request([user(text("a".repeat(letters)))], { model: "claude-haiku-4-5" });
  const { max_tokens: _most, ...counted } = body(1_100_000);
  const { input_tokens } = await ask(api, counted, { url: COUNT_URL });
  expect(Number(input_tokens)).toBeGreaterThan(200_000);
  expect(await ask(api, body(1_100_000))).toMatchObject({
    error: {
      type: "invalid_request_error",
      message: `prompt is too long: ${input_tokens} tokens > 200000 maximum`,
    },
  });
  expect((await send(api, { ...body(1_100_000), model: "claude-opus-5" })).status).toBe(200);
});

test("MR-48: the end of the refusal says what to do instead on each model", () => {
  const message = (model: string): string | undefined =>
    refusal(request([HELLO], { model, thinking: { type: "disabled" } }), { rules: { "MR-17/model": false } })
      ?.message;
  const start = '"thinking.type.disabled" is not supported for this model. ';
  expect(message("claude-sonnet-5-5")).toContain(
    `${start}To turn thinking off on this model, send "thinking"`,
  );
  expect(message("claude-sonnet-5-5")).toContain('{"type": "between_tools"}');
  expect(message("claude-mythos-preview")).toContain(`${start}Thinking defaults to adaptive mode`);
});

test("MR-50: the levels that a model knows are named", () => {
  const message = (model: string): string | undefined =>
    refusal(request([HELLO], { model, output_config: { effort: "xhigh" } }))?.message;
  expect(message("claude-sonnet-4-6")).toBe(
    "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
  );
  expect(message("claude-haiku-4-5")).toBe("This model does not support the effort parameter.");
});
