/** Cause cards and cache reports by example. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MessagesRequest, readLog } from "#src/index.ts";
import type { CauseKind } from "../../src/annex/cache/cause.ts";
import { exchangesOf } from "../../src/annex/cache/from-log.ts";
import { cacheReport, rowsOf } from "../../src/annex/cache/report.ts";
import { cacheLine, printCacheReport } from "../../src/annex/cache/report-text.ts";
import { CacheWatch } from "../../src/annex/cache/watch.ts";
import { CACHE_WORDS, tellCard } from "../../src/annex/cache/words.ts";
import { anySession } from "../support/arbitraries.ts";
import { CHANGES, toolNamed } from "../support/cache-changes.ts";
import { replay } from "../support/cache-replay.ts";
import { turnOf } from "../support/plan.ts";
import { play } from "../support/play.ts";

const LONG = "Be brief. ".repeat(600);

/** A session of three turns, with thinking, calls and results, and two tools that nobody calls. */
async function someSession(): Promise<MessagesRequest[]> {
  const plans = fc.sample(anySession, { numRuns: 40, seed: 5 });
  const plan = plans.find(
    ({ turns }) => turns.length === 3 && turns.every(({ answers }) => answers.length > 2),
  );
  if (!plan) throw new Error("No plan is long enough.");
  const { requests } = await play(plan, { session: { appendSystemPrompt: LONG } });
  return requests.map((body) => ({
    ...body,
    tools: [...body.tools, toolNamed("First"), toolNamed("Second")],
  }));
}

const session = someSession();

test.each(Object.keys(CHANGES))("%s has its card, in words", async (name) => {
  const sent = await session;
  const at = sent.length - 1;
  const { bodies, kind, place, pause, stranger } = CHANGES[name]?.(sent, at, 0) ?? expect.fail();
  const [, ...rows] = rowsOf(await replay(bodies, (index) => (index === at ? { pause, stranger } : {})));
  const cards = rows.flatMap(({ card }) => (card ? [card] : []));
  expect(cards).toHaveLength(1);
  expect(cards[0]).toMatchObject({ kind, tokens: expect.any(Number), ...(place && { place }) });
  expect(cards[0]?.tokens).toBeGreaterThan(0);
  expect(cards[0]?.cost_usd).toBeGreaterThan(0);
  expect(cards[0]?.what).toMatch(/^[A-Z].*\.$/);
  if (place && kind !== "model") expect(cards[0]?.what).toContain(place);
});

describe("what a change behind the last marker, and other cases, come to", () => {
  test("what changes behind the last marker loses nothing and has no card", async () => {
    const told = (text: string, body: MessagesRequest): MessagesRequest => {
      const messages = body.messages.map((message, at) =>
        at === body.messages.length - 1
          ? { ...message, content: [...message.content, { type: "text", text }] }
          : message,
      );
      return { ...body, messages };
    };
    const bodies = (await session).map((body, at) => told(`It is ${at} o'clock.`, body));
    expect(rowsOf(await replay(bodies)).map(({ card }) => card?.kind)).toEqual([
      "cold",
      ...bodies.slice(1).map(() => undefined),
    ]);
  });

  test("too little to cache costs nothing more, and what is kept at last was not kept before", async () => {
    const requests = (await session).map((body) => ({ ...body, system: body.system.slice(0, 0), tools: [] }));
    const short = requests.slice(0, 1).map((body) => ({ ...body, messages: body.messages.slice(0, 1) }));
    const long = short.map((body) => ({
      ...body,
      messages: [
        { role: "user" as const, content: [{ ...body.messages[0]?.content.at(-1), text: LONG } as never] },
      ],
    }));
    const rows = rowsOf(await replay([...short, ...long]));
    expect(rows.map(({ card }) => card?.kind)).toEqual(["too short", "cold"]);
    expect(rows[0]?.card).toMatchObject({ tokens: 0, cost_usd: 0, cost: "It cost nothing more." });
  });

  test("a model that is shown one turn's thinking loses what stood behind it with the next prompt", async () => {
    const thoughts = [{ kind: "shown" as const, text: "t0" }];
    const call = { label: "r0", place: 0, of: 1, fails: "no" as const };
    const asks = {
      thoughts,
      text: undefined,
      calls: [call],
      stop: "tool_use" as const,
      breaks: "no" as const,
    };
    const ends = { ...asks, text: "s0", calls: [], stop: "end_turn" as const };
    const settings = { model: "claude-haiku-4-5", thinking: { budget: 2_000 } };
    const how = { session: { settings, appendSystemPrompt: LONG.repeat(4) } };
    const { requests } = await play({ turns: [turnOf([asks, ends]), turnOf([ends])] }, how);
    const cards = rowsOf(await replay(requests)).map(({ card }) => card && [card.kind, card.place]);
    expect(cards).toEqual([["cold", undefined], undefined, ["thinking", "messages[1].content[0]"]]);
  });

  test.each(Object.entries(CACHE_WORDS))(
    "every kind has plain sentences, %s: what happened, what to do",
    (language, words) => {
      const sentences = language === "ja" ? /^[^。]*。.*。$/ : /^[A-Z][^.]*\..*\.$/;
      for (const kind of Object.keys(words.kinds) as CauseKind[]) {
        for (const place of ["", "system[2]"]) {
          const card = { kind, tokens: 10, cost_usd: null, pause: 7_200_000, ...(place && { place }) };
          const { what, todo, cost } = tellCard(card, words);
          expect([what, todo].join(" ")).toMatch(sentences);
          expect(cost).toMatch(/^10 \D+(not known\.|わかりません。)$/);
          expect(what).not.toMatch(/ at [.,;]|\(\)|undefined|NaN/);
          if (kind === "expired") expect(what).toContain(language === "ja" ? "2 時間" : "2 hours");
        }
      }
    },
  );

  test("both languages have the same words, and say each place, pause and amount that is told", () => {
    expect(shapeOf(CACHE_WORDS.ja)).toEqual(shapeOf(CACHE_WORDS.en));
  });
});

describe("the report", () => {
  const log = (path: string) => readLog(readFileSync(join(import.meta.dirname, "..", "recorded", path)));

  test("on another client's log: bodies are estimated, and that is said", () => {
    const { conversations, total } = cacheReport(exchangesOf(log("compact/resume-3.log.jsonl")));
    expect(conversations.map(({ agent, basis }) => [agent, basis])).toEqual([[null, "estimated"]]);
    expect(printCacheReport({ conversations, total })).toContain("is another client's");
  });

  test("agents whose entries stand in the log have conversations of their own", async () => {
    const lines = [
      `{"type":"user","uuid":"u","parentUuid":null,"message":{"role":"user","content":"hi"}}`,
      said("a", "u", "m1", 5, "true", '"agentId":"x",'),
      said("b", "u", "m2", 7, "false", ""),
    ].join("\n");
    const { conversations, total } = cacheReport(exchangesOf(readLog(new TextEncoder().encode(lines))));
    expect(
      conversations.map(({ agent, requests }) => [agent, requests.map((row) => row.input_tokens)]),
    ).toEqual([
      ["x", [5]],
      [null, [7]],
    ]);
    expect([total.input_tokens, total.requests_without_price]).toEqual([12, 2]);
  });

  test("of a log without answers: there is nothing to tell", () => {
    expect(printCacheReport(cacheReport(exchangesOf(readLog(new Uint8Array()))))).toMatch(/^No request/);
  });

  test("a turn is told in one line, with the reason where there is one", async () => {
    const rows = rowsOf(await replay((await session).slice(0, 2)));
    expect(cacheLine([])).toBeUndefined();
    expect(cacheLine(rows.slice(1))).toMatch(
      /^· cache: [\d,]+ read, [\d,]+ written, \d+ fresh · \$0\.\d{4}$/,
    );
    expect(cacheLine(rows)).toMatch(/ · cold: Nothing of this had been kept yet\. [\d,]+ tokens/);
  });

  test("a watch takes what an earlier process left from its log, once", () => {
    let asked = 0;
    const watch = new CacheWatch(() => {
      asked += 1;
      return undefined;
    });
    const request = { model: "claude-opus-5", max_tokens: 1, tools: [], system: [], messages: [] };
    const usage = {
      ...{ input_tokens: 3, output_tokens: 1, cache_creation_input_tokens: 900, cache_read_input_tokens: 0 },
      cache_creation: { ephemeral_1h_input_tokens: 900, ephemeral_5m_input_tokens: 0 },
    };
    const response = { ...{ id: "m", requestId: null, model: "claude-opus-5", content: [] }, usage };
    for (const at of [0, 1]) {
      expect(watch.hear({ type: "request", request }, at)).toEqual([]);
      watch.hear(
        { type: "response", response: { ...response, stop_reason: "end_turn", stop_sequence: null } },
        at,
      );
    }
    const rows = watch.hear({ type: "turn-end", stop: "end_turn", steps: 2 }, 2);
    expect(rows.map(({ card }) => card?.kind)).toEqual(["cold", "no marker"]);
    expect(asked).toBe(1);
  });
});

function said(uuid: string, parent: string, id: string, tokens: number, side: string, agent: string): string {
  const message = `{"id":"${id}","model":"m","role":"assistant","content":[],"usage":{"input_tokens":${tokens}}}`;
  return `{"type":"assistant","uuid":"${uuid}","parentUuid":"${parent}","isSidechain":${side},${agent}"message":${message}}`;
}

/** The names in a table of words, and of each what is said with "<1>", "<2>" … put into it, as far as these are said. */
function shapeOf(words: unknown): unknown {
  if (typeof words === "string") return "words";
  if (typeof words === "function") {
    const said = String(words("<1>", "<2>", "<3>"));
    return [...said.matchAll(/<\d>/g)].map(([each]) => each).sort();
  }
  return Object.entries(words as object).map(([name, each]) => [name, shapeOf(each)]);
}
