/** What the prefix cache reads, writes and bills. */
import { expect, test } from "vitest";
import { countTokens, createMockApi, type MessagesRequest, type MockCall } from "../../mock-api/index.ts";
import { send } from "../mock-api/exchange.ts";
import { NaiveCache } from "../mock-api/naive-cache.ts";
import { anySession, type Move, play } from "../mock-api/sessions.ts";
import { law } from "../support/law.ts";

/** The calls of a session as the mock reports them, each with its request and its time. */
async function calls(
  moves: readonly Move[],
): Promise<{ request: MessagesRequest; time: number; call: MockCall }[]> {
  let clock = 0;
  const told: MockCall[] = [];
  const model = (): { content: [] } => ({ content: [] });
  const api = createMockApi({ model, now: () => clock, onCall: (call) => told.push(call) });
  const played = [...play(moves)];
  for (const { request, time } of played) {
    clock = time;
    await send(api, request);
  }
  return told.flatMap((call, at) => (played[at] ? [{ ...played[at], call }] : []));
}

test("for example: the second request reads what the first one wrote, up to its marker", async () => {
  const session = await calls([
    {
      pause: 0,
      change: { kind: "talk", turns: 1, size: 2_500 },
      fromEnd: [0],
      onSystem: false,
      onTools: false,
      long: 0,
    },
    {
      pause: 1,
      change: { kind: "talk", turns: 1, size: 8 },
      fromEnd: [0],
      onSystem: false,
      onTools: false,
      long: 0,
    },
  ]);
  const [first, second] = session.map(({ call }) => call.usage);
  expect(first?.cache_read_input_tokens).toBe(0);
  expect(first?.input_tokens).toBe(0);
  expect(second?.cache_read_input_tokens).toBe(first?.cache_creation_input_tokens);
});

law(
  "usage-adds-up",
  "read, created and fresh tokens are all of the input",
  [anySession],
  async (moves) => {
    for (const { request, call } of await calls(moves)) {
      const { usage, cause } = call;
      if (!usage || !cause) throw new Error(`refused: ${call.refusal?.message}`);
      const parts = [usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.input_tokens];
      const lives = usage.cache_creation;
      expect(parts.reduce((sum, part) => sum + part)).toBe(countTokens(request));
      expect(Math.min(...parts, ...Object.values(lives))).toBeGreaterThanOrEqual(0);
      expect(lives.ephemeral_5m_input_tokens + lives.ephemeral_1h_input_tokens).toBe(
        usage.cache_creation_input_tokens,
      );
      expect([cause.read, cause.created, cause.fresh]).toEqual(parts);
    }
  },
  { runs: 60 },
);

law(
  "cache-reference",
  "what is read and written is what a naive comparison of all prefixes says",
  [anySession],
  async (moves) => {
    const reference = new NaiveCache();
    for (const { request, time, call } of await calls(moves)) {
      const usage = call.usage;
      expect({
        read: usage?.cache_read_input_tokens,
        created1h: usage?.cache_creation.ephemeral_1h_input_tokens,
        created5m: usage?.cache_creation.ephemeral_5m_input_tokens,
        fresh: usage?.input_tokens,
      }).toEqual(reference.bill(request, time));
    }
  },
  { runs: 200 },
);
