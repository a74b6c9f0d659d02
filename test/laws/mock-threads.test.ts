/** Threads and summaries: conversations of which not all is sent (MR-102 to MR-104). */
import fc from "fast-check";
import { expect } from "vitest";
import { createMockApi, type MockApi, type RequestBlock, type RequestMessage } from "../../mock-api/index.ts";
import { assistant, HELLO, text, user } from "../mock-api/blocks.ts";
import { ask, send } from "../mock-api/exchange.ts";
import { numbered } from "../mock-api/legal-conversations.ts";
import { anyReply, countingModel } from "../mock-api/replies.ts";
import { law } from "../support/law.ts";

const under = (beta: string) => ({ headers: { "anthropic-beta": beta } });

/** What a person says in one turn, and whether the tools are there. */
const anyTalk = fc.record({
  prompts: fc.array(fc.constantFrom(8, 400), { minLength: 1, maxLength: 5 }),
  system: fc.option(fc.constant("s0"), { nil: undefined }),
  marked: fc.boolean(),
});

law(
  "thread-equals-whole",
  "a turn of a thread is answered as the whole conversation is",
  [anyTalk],
  async ({ prompts, system, marked }) => {
    const [threaded, whole] = [1, 2].map(() => createMockApi({ model: countingModel })) as [MockApi, MockApi];
    const settings = { model: "claude-opus-5", max_tokens: 200 };
    const fields = { ...settings, ...(system && { system }) };
    const said: RequestMessage[] = [];
    let previous: unknown;
    for (const [nth, size] of prompts.entries()) {
      const results = callsOf(said.at(-1)).map((id) => ({ type: "tool_result", tool_use_id: id }));
      const turn = user(...results, text(numbered("p", nth, size), marked ? MARKER : {}));
      said.push(turn);
      const one = await ask(
        threaded,
        previous === undefined
          ? { ...fields, messages: [turn], thread: { type: "create" } }
          : { ...settings, messages: [turn], thread: { type: "continue", previous_message_id: previous } },
        under("message-threads-2026-08-12"),
      );
      const other = await ask(whole, { ...fields, messages: unmarkedBut(said) });
      expect(one).toEqual(other);
      said.push({ role: "assistant", content: other["content"] as RequestBlock[] });
      previous = one["id"];
    }
  },
  { runs: 40 },
);

const MARKER = { cache_control: { type: "ephemeral" } };

function callsOf(message: RequestMessage | undefined): string[] {
  const content = message?.content ?? [];
  return typeof content === "string"
    ? []
    : content.flatMap(({ type, id }) => (type === "tool_use" && id ? [id] : []));
}

/** Marked at the end alone, as a client has to that says everything itself. */
function unmarkedBut(said: readonly RequestMessage[]): RequestMessage[] {
  return said.map((message, at) => {
    if (at === said.length - 1 || typeof message.content === "string") return message;
    return { ...message, content: message.content.map(({ cache_control: _marker, ...block }) => block) };
  });
}

law(
  "summary-sealed",
  "a signed summary is taken back as it was returned, and in no other form",
  [fc.string().map((words) => `s${words}`), fc.nat(), fc.constantFrom("content", "signature")],
  async (words, at, field) => {
    const api = createMockApi({ model: () => ({ content: [{ type: "text", text: words }] }) });
    const request = { model: "claude-opus-5", max_tokens: 10_000, messages: [HELLO] };
    const beta = under("compact-2026-09-04");
    const { content } = await ask(api, { ...request, compaction: { type: "summarize" } }, beta);
    const [block] = content as RequestBlock[];
    const sealed = String(block?.[field]);
    const place = at % sealed.length;
    const other = sealed[place] === "x" ? "y" : "x";
    const altered = { ...block, [field]: sealed.slice(0, place) + other + sealed.slice(place + 1) };
    const back = async (given: unknown): Promise<number> =>
      (await send(api, { ...request, messages: [assistant(given as RequestBlock), HELLO] }, beta)).status;
    expect(await back(block)).toBe(200);
    expect(await back(altered)).toBe(400);
  },
  { runs: 60 },
);

interface Usage {
  input_tokens: number;
  output_tokens: number;
  iterations?: (Usage & { type: string; model?: string })[];
}

law(
  "totals-without-summary",
  "the usage of an answer behind a summary is that of its last iteration; the summary stands in its own",
  [anyReply],
  async (reply) => {
    const summary = { content: [{ type: "text" as const, text: "They talked." }] };
    const api = createMockApi({ model: [summary, reply] });
    const trigger = { type: "input_tokens", value: 50_000 };
    const request = {
      model: "claude-opus-5",
      max_tokens: 10_000,
      messages: [user(text("word ".repeat(50_000)))],
      context_management: { edits: [{ type: "compact_20260112", trigger }] },
    };
    const { usage } = (await ask(api, request, under("compact-2026-01-12"))) as { usage: Usage };
    const [compaction, last] = usage.iterations ?? [];
    const { type: _type, model: _model, ...figures } = last ?? {};
    expect(usage).toMatchObject(figures);
    expect(compaction?.input_tokens).toBeGreaterThanOrEqual(50_000);
    expect(usage.input_tokens).toBeLessThan(100);
  },
  { runs: 20 },
);
