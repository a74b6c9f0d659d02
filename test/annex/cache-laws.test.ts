/** What a cache report and its cause cards can be relied on for (D-38). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type MessagesRequest, readLog } from "#src/index.ts";
import { type Exchange, sentExchange } from "../../src/annex/cache/exchange.ts";
import { exchangesOf } from "../../src/annex/cache/from-log.ts";
import { frozenIn } from "../../src/annex/cache/frozen.ts";
import { cacheReport, rowsOf } from "../../src/annex/cache/report.ts";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import { anySession } from "../support/arbitraries.ts";
import { CHANGES, toolNamed } from "../support/cache-changes.ts";
import { replay } from "../support/cache-replay.ts";
import { law } from "../support/law.ts";
import { turnOf } from "../support/plan.ts";
import { play } from "../support/play.ts";
import type { Played } from "../support/played.ts";

/** Long enough for every model that takes part to cache it (MR-80). */
const LONG = { appendSystemPrompt: "Be brief. ".repeat(600) };

const anyChange = fc.constantFrom(...Object.keys(CHANGES));

law(
  "change-carded",
  "a change between two requests gets the card of its kind, with its place, and no other request gets a card",
  [anySession, anyChange, fc.nat(), fc.nat()],
  async (plan, name, where, pick) => {
    const sent = (await play(plan, { session: LONG })).requests.map(withMoreTools);
    fc.pre(sent.length > 1);
    await expectCard(name, sent, 1 + (where % (sent.length - 1)), pick);
  },
  { runs: 30 },
);

test.each(Object.keys(CHANGES))("in a session of two turns %s gets its card", async (name) => {
  const says = (text: string) => {
    return { thoughts: [], text, calls: [], stop: "end_turn" as const, breaks: "no" as const };
  };
  const turns = ["s0", "s1"].map((text, at) => ({ ...turnOf([says(text)]), prompt: `m${at}` }));
  const { requests } = await play({ turns }, { session: LONG });
  await expectCard(name, requests.map(withMoreTools), 1, 0);
});

/** One change from the request at `at` on, and what each request has a card for. */
async function expectCard(name: string, sent: readonly MessagesRequest[], at: number, pick: number) {
  const { bodies, kind, place, pause, stranger } = CHANGES[name]?.(sent, at, pick) ?? never(name);
  const exchanges = await replay(bodies, (index) => (index === at ? { pause, stranger } : {}));
  const cards = rowsOf(exchanges).map(({ card }) => card && { kind: card.kind, place: card.place });
  const expected = bodies.map((_, index) => (index === at ? { kind, place } : undefined));
  expect(cards).toEqual([{ kind: "cold", place: undefined }, ...expected.slice(1)]);
}

function withMoreTools(body: MessagesRequest): MessagesRequest {
  return { ...body, tools: [...body.tools, toolNamed("First"), toolNamed("Second")] };
}

function never(name: string): never {
  throw new Error(`There is no change "${name}".`);
}

law(
  "card-cost-paid",
  "a card's cost is what the request costs more than the same one with nothing lost",
  [anySession, fc.constantFrom("a pause", "another key", "no markers"), fc.nat()],
  async (plan, name, where) => {
    const { requests } = await play(plan, { session: LONG });
    fc.pre(requests.length > 1);
    const at = 1 + (where % (requests.length - 1));
    const { bodies, pause, stranger } = CHANGES[name]?.(requests, at, 0) ?? never(name);
    const [lost] = rowsOf(await replay(bodies, (index) => (index === at ? { pause, stranger } : {}))).slice(
      at,
    );
    const [whole] = rowsOf(await replay(requests)).slice(at);
    const more = (lost?.cost_usd ?? Number.NaN) - (whole?.cost_usd ?? Number.NaN);
    // What only the markers would have written anew is no loss.
    const written = name === "no markers" ? writeSurcharge(whole?.cache_creation_input_tokens ?? 0) : 0;
    expect(lost?.card?.cost_usd).toBeCloseTo(more + written, 9);
  },
  { runs: 10 },
);

/** An hour's write costs twice the input: so much more, in dollars, for the model that is asked. */
function writeSurcharge(tokens: number): number {
  return (tokens * 5) / 1e6;
}

law(
  "unchanged-uncarded",
  "a session in which nothing but the conversation grows has no card but those of a cold cache and of too little to keep",
  [anySession, fc.boolean()],
  async (plan, isLong) => {
    const cards = rowsOf(liveExchanges(await play(plan, isLong ? { session: LONG } : {})));
    const kinds = cards.flatMap(({ card }) => (card ? [card.kind] : []));
    expect(kinds.filter((kind) => kind !== "cold" && kind !== "too short")).toEqual([]);
    expect(kinds.filter((kind) => kind === "cold").length).toBeLessThanOrEqual(1);
  },
  { runs: 16 },
);

law(
  "report-adds-up",
  "what a report on a log calls read, written and fresh, and their cost, is the usage of the log, each call once",
  [anySession],
  async (plan) => {
    const { world, session } = await play(plan, { session: LONG });
    const bytes = world.bytes(session.path);
    const report = cacheReport(exchangesOf(readLog(bytes), session.id));
    const { calls, cost_usd, web_search_requests, calls_without_price, ...tokens } = usageOf([
      { name: "log", bytes },
    ]).total;
    const { requests, cost_usd: cost, requests_without_price, paid_again_usd, ...reported } = report.total;
    expect(reported).toEqual(tokens);
    expect([requests, cost, requests_without_price]).toEqual([calls, cost_usd, calls_without_price]);
  },
  { runs: 10 },
);

const UNSAID = { toString: null };
const anyField = fc.constantFrom<unknown>("x", 1, null, UNSAID, [UNSAID], { input_tokens: 3 });
const anyStranger = fc.record(
  {
    thinking: anyField,
    effort: anyField,
    tools: anyField,
    timestamp: anyField,
    usage: anyField,
    content: anyField,
  },
  { requiredKeys: [] },
);

law(
  "report-borne",
  "a log whose lines hold something else than they should is reported on all the same, and what is summed is numbers",
  [
    fc.array(anyStranger, { minLength: 1, maxLength: 4 }),
    fc.constantFrom("claude-opus-5-5", UNSAID, undefined),
  ],
  (strangers, model) => {
    const lines = strangers.flatMap(({ usage, content, ...fields }, at) => {
      const [asked, hook, said] = ["u", "x", "a"].map((letter) => `${letter}${at}`);
      const attachment = { type: "hook_additional_context", hookName: content, content: [content] };
      const message = {
        id: `m${at}`,
        role: "assistant",
        model: "claude-opus-5-5",
        content: [{ type: "text", text: "s" }],
      };
      const used = { input_tokens: 4, cache_read_input_tokens: usage, output_tokens: 1 };
      return [
        { type: "context-digest", model, ...fields },
        {
          type: "user",
          uuid: asked,
          parentUuid: at === 0 ? null : `a${at - 1}`,
          message: { content: "m" },
          ...fields,
        },
        { type: "attachment", uuid: hook, parentUuid: asked, attachment },
        {
          type: "assistant",
          uuid: said,
          parentUuid: hook,
          requestId: said,
          message: { ...message, usage: used },
        },
      ];
    });
    const log = lines.map((line) => JSON.stringify(line)).join("\n");
    const { total } = cacheReport(exchangesOf(readLog(new TextEncoder().encode(log))));
    expect(total.requests).toBe(strangers.length);
    expect(Object.values(total).filter((each) => !Number.isFinite(each))).toEqual([]);
  },
  { runs: 50 },
);

law(
  "report-rebuilt",
  "requests rebuilt from a log are the bytes that were sent, and so the log's cards are those of the live session",
  [anySession],
  async (plan) => {
    const played = await play(plan, { session: LONG });
    const { world, session } = played;
    const log = readLog(world.bytes(session.path));
    const [stream] = exchangesOf(log, session.id, frozenIn(session));
    const rebuilt = stream?.exchanges ?? [];
    const logged = new Set(log.lines.map(({ line }) => line["requestId"]));
    const live = liveExchanges(played, logged);
    expect(rebuilt.map(bytesOf)).toEqual(live.map(bytesOf));
    expect(rowsOf(rebuilt).map(({ card }) => card?.kind)).toEqual(rowsOf(live).map(({ card }) => card?.kind));
  },
  { runs: 16 },
);

function bytesOf({ request }: Exchange): string {
  const { tools, system, messages, model, thinking, output_config } = request();
  return JSON.stringify({ tools, system, messages, model, thinking, output_config });
}

/** The exchanges of a session that was played; where asked, of the requests that are in the log alone. */
function liveExchanges({ events }: Played, logged?: ReadonlySet<unknown>): Exchange[] {
  const exchanges: Exchange[] = [];
  let request: MessagesRequest | undefined;
  for (const event of events) {
    if (event.type === "request") request = event.request;
    if (event.type !== "response" || !request) continue;
    const exchange = sentExchange(request, event.response, undefined);
    if (exchange && (!logged || logged.has(event.response.requestId))) exchanges.push(exchange);
  }
  return exchanges;
}
