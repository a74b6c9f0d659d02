/** Counting, and context edits (MR-99, MR-100, MR-101): relations, for the figures mean nothing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { traitsOf } from "../../mock-api/catalog/traits.ts";
import {
  createMockApi,
  type MessagesRequest,
  type MockApi,
  type RequestBlock,
  type RequestMessage,
} from "../../mock-api/index.ts";
import { assistant, HELLO, text, user } from "../mock-api/blocks.ts";
import { ask, COUNT_URL, send } from "../mock-api/exchange.ts";
import { anyRequest, numbered } from "../mock-api/legal-conversations.ts";
import { countingModel } from "../mock-api/replies.ts";
import { law } from "../support/law.ts";

const EDITING = { headers: { "anthropic-beta": "context-management-2025-06-27" } };
const answering = (): MockApi => createMockApi({ model: countingModel });

interface Usage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
}

function inputOf(usage: Usage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens;
}

interface Counted {
  input_tokens: number;
  context_management?: { original_input_tokens: number };
}

/** What count_tokens says of a request. It takes no field that is about the answer. */
async function counted(api: MockApi, request: MessagesRequest): Promise<Counted> {
  const { max_tokens: _max, stop_sequences: _stop, metadata: _meta, service_tier: _tier, ...rest } = request;
  const { temperature: _t, top_p: _p, top_k: _k, inference_geo: _geo, stream: _stream, ...body } = rest;
  const response = await send(api, body, { ...EDITING, url: COUNT_URL });
  const count = (await response.json()) as Counted;
  expect(response.status, JSON.stringify(count)).toBe(200);
  return count;
}

test("for example: what is counted is what is billed, cached or not", async () => {
  const api = answering();
  const request = { model: "claude-opus-5", max_tokens: 100, messages: [HELLO] };
  const { usage } = (await ask(api, request)) as { usage: Usage };
  expect(await counted(api, request)).toEqual({ input_tokens: usage.input_tokens });
});

/** A request of whose tool uses some are cleared, or none. */
const anyEditedRequest = fc
  .record({
    request: anyRequest,
    trigger: fc.integer({ min: 1, max: 4 }),
    keep: fc.integer({ min: 0, max: 3 }),
    inputs: fc.boolean(),
  })
  .map(({ request, trigger, keep, inputs }): MessagesRequest => {
    const clearing = {
      type: "clear_tool_uses_20250919",
      trigger: { type: "tool_uses", value: trigger },
      keep: { type: "tool_uses", value: keep },
      clear_tool_inputs: inputs,
    };
    const thinks = (request.thinking?.type ?? traitsOf(request.model).thinking) !== "disabled";
    const forgetting = { type: "clear_thinking_20251015", keep: { type: "thinking_turns", value: 1 } };
    const long = lengthened(request, "tool_result");
    return { ...long, context_management: { edits: [...(thinks ? [forgetting] : []), clearing] } };
  });

/** The same with longer results, where nothing that comes after is bound to them. */
function lengthened(request: MessagesRequest, type: string): MessagesRequest {
  if (traitsOf(request.model).thinkingBinding === "conversation") return request;
  const longer = (block: RequestBlock): RequestBlock =>
    block.type === type ? { ...block, content: numbered("r", 0, 400) } : block;
  const messages = request.messages.map((message) =>
    typeof message.content === "string" ? message : { ...message, content: message.content.map(longer) },
  );
  return { ...request, messages };
}

law(
  "count-agrees",
  "count_tokens says what the answer to the same request is billed for, whatever is cached",
  [anyEditedRequest],
  async (request) => {
    const api = answering();
    const before = await counted(api, request);
    for (let nth = 0; nth < 2; nth += 1) {
      const { usage } = (await ask(api, request, EDITING)) as { usage: Usage };
      expect(inputOf(usage)).toBe(before.input_tokens);
    }
    expect(await counted(api, request)).toEqual(before);
  },
  { runs: 40 },
);

law(
  "edits-add-up",
  "what context edits cleared and what they left come to what there was",
  [anyEditedRequest],
  async (request) => {
    const api = answering();
    const { input_tokens, context_management } = await counted(api, request);
    const answer = (await ask(api, request, EDITING)) as {
      context_management: { applied_edits: { cleared_input_tokens: number }[] };
    };
    const cleared = answer.context_management.applied_edits.map((edit) => edit.cleared_input_tokens);
    expect(cleared.every((tokens) => tokens >= 0)).toBe(true);
    const sum = cleared.reduce((one, other) => one + other, 0);
    expect(input_tokens + sum).toBe(context_management?.original_input_tokens);
  },
  { runs: 40 },
);

/** A way to say more at the end of a conversation. */
const anyGrowth = fc.constantFrom("a block", "a message", "an answer and a prompt", "a longer text");

function grown(request: MessagesRequest, growth: string): MessagesRequest {
  const last = request.messages.at(-1);
  const blocks = last && typeof last.content !== "string" ? last.content : [text(String(last?.content))];
  const more: Record<string, RequestMessage[]> = {
    "a block": [user(...blocks, text("more"))],
    "a message": [{ ...user(), content: blocks }, user(text("more"))],
    "an answer and a prompt": [{ ...user(), content: blocks }, assistant(text("so")), user(text("more"))],
    "a longer text": [
      user(...blocks.map((block) => (block.text ? { ...block, text: `${block.text}.` } : block))),
    ],
  };
  return { ...request, messages: [...request.messages.slice(0, -1), ...(more[growth] ?? [])] };
}

/** The same without thinking where the model forgets it when a turn ends: then to say more may come to less (MR-92). */
function rememberedIn(request: MessagesRequest): MessagesRequest {
  if (traitsOf(request.model).keepsThinking === "all") return request;
  const messages = request.messages.map((message) =>
    typeof message.content === "string"
      ? message
      : { ...message, content: message.content.filter(({ type }) => !type.endsWith("thinking")) },
  );
  return { ...request, messages };
}

law(
  "count-monotone",
  "to say more never counts less",
  [anyRequest, fc.array(anyGrowth, { minLength: 1, maxLength: 4 })],
  async (request, growths) => {
    const api = answering();
    let now = rememberedIn(request);
    let { input_tokens: tokens } = await counted(api, now);
    for (const growth of growths) {
      now = grown(now, growth);
      const { input_tokens } = await counted(api, now);
      expect(input_tokens, growth).toBeGreaterThanOrEqual(tokens);
      tokens = input_tokens;
    }
  },
  { runs: 40 },
);
