/** What the prefix cache reads, writes and bills. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, createMockApi, type Usage } from "../../mock-api/index.ts";
import { ask, COUNT_URL } from "../mock-api/exchange.ts";
import { NaiveCache, type NaiveVisit } from "../mock-api/naive-cache.ts";
import { MODELS, type Played, play } from "../mock-api/session-player.ts";
import { perform, timeline } from "../mock-api/session-stage.ts";
import { anySession, move } from "../mock-api/sessions.ts";
import { law } from "../support/law.ts";

const anyModel = fc.constantFrom(MODELS[0], ...MODELS);

test("for example: the second request reads what the first one wrote, up to its marker", async () => {
  const moves = [move({ change: { kind: "talk", turns: 1, size: 2_500 } }), move()];
  const [first, second] = (await perform(play(moves))).map(({ usage }) => usage);
  expect(first?.cache_read_input_tokens).toBe(0);
  expect(first?.input_tokens).toBe(0);
  expect(second?.cache_read_input_tokens).toBe(first?.cache_creation_input_tokens);
});

law(
  "usage-adds-up",
  "read, created and fresh tokens are all of the input that counting counts",
  [anySession, anyModel],
  async (moves, model) => {
    const counting = createMockApi({ model: [] });
    const played = play(moves, model);
    for (const [at, { usage, cause }] of (await perform(played)).entries()) {
      const { read, created1h, created5m, fresh } = billOf(usage);
      const { max_tokens: _most, ...request } = (played[at] as Played).request;
      const counted = await ask(counting, request, { url: COUNT_URL });
      expect(read + created1h + created5m + fresh).toBe(counted["input_tokens"]);
      expect(Math.min(read, created1h, created5m, fresh)).toBeGreaterThanOrEqual(0);
      expect(created1h + created5m).toBe(usage?.cache_creation_input_tokens);
      expect(cause).toMatchObject({ read, created: created1h + created5m, fresh });
    }
  },
  { runs: 25 },
);

/** What an independent cache bills for the same requests at the same times. */
function reference(played: readonly Played[], runs: "one position" | "block by block"): NaiveVisit["bill"][] {
  const naive = new NaiveCache(countTokens, runs);
  const visits: NaiveVisit[] = [];
  for (const { kind, at, time } of timeline(played)) {
    const { request, key } = played[at] as Played;
    if (kind === "start") visits[at] = naive.visit(request, time, key);
    else visits[at]?.begin();
  }
  return visits.map(({ bill }) => bill);
}

law(
  "cache-reference",
  "what is read and written is what a naive comparison of all prefixes says",
  [anySession, anyModel, fc.constantFrom("one position", "one position", "block by block")],
  async (moves, model, runs) => {
    const played = play(moves, model);
    const calls = await perform(played, { rules: { "MR-79/older": runs === "block by block" } });
    for (const [at, bill] of reference(played, runs).entries()) {
      expect(billOf(calls[at]?.usage), `the bill of request ${at + 1}`).toEqual(bill);
    }
  },
  { runs: 200 },
);

function billOf(usage: Usage | undefined): NaiveVisit["bill"] {
  if (!usage) throw new Error("a request was not answered");
  return {
    read: usage.cache_read_input_tokens,
    created1h: usage.cache_creation.ephemeral_1h_input_tokens,
    created5m: usage.cache_creation.ephemeral_5m_input_tokens,
    fresh: usage.input_tokens,
  };
}
