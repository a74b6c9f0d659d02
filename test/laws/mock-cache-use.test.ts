/** What a client can rely on when it marks prefixes: where it pays, when it reads, who else does. */
import fc from "fast-check";
import { expect } from "vitest";
import {
  cost,
  countTokens,
  type MessagesRequest,
  type RequestBlock,
  type Ttl,
} from "../../mock-api/index.ts";
import { Bench, marked, request } from "../mock-api/cache-bench.ts";
import { numbered } from "../mock-api/legal-conversations.ts";
import { type Played, play } from "../mock-api/session-player.ts";
import { perform, timeline } from "../mock-api/session-stage.ts";
import { anySession, move } from "../mock-api/sessions.ts";
import { law, shownAs } from "../support/law.ts";

/** A message of many notes, and how it is cached. */
interface Notes {
  /** Length of each note in characters. */
  sizes: number[];
  /** The notes that carry a marker, by index; the first `long` of them ask for 1h. */
  at: number[];
  long: number;
}

const anyNotes: fc.Arbitrary<Notes> = shownAs(
  fc
    .record({
      sizes: fc.array(fc.constantFrom(8, 300, 2_500), { minLength: 1, maxLength: 60 }),
      shares: fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 4 }),
      long: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ sizes, shares, long }) => ({
      sizes,
      at: [...new Set(shares.map((share) => Math.floor((share / 100) * sizes.length)))].sort((a, b) => a - b),
      long,
    })),
  ({ sizes, at, long }) =>
    `notes of ${sizes.join(", ")} characters; ${at.join(", ")} marked, the first ${long} for 1h`,
);

/** The first notes as a request; without a number, all of them with their markers. */
function noted({ sizes, at, long }: Notes, first?: number): MessagesRequest {
  const blocks = sizes.map(
    (size, index): RequestBlock => ({ type: "text", text: numbered("n", index, size) }),
  );
  if (first !== undefined) {
    return request(
      blocks.slice(0, first).map((block, index) => (index === first - 1 ? marked(block, "1h") : block)),
    );
  }
  const ttl = (index: number): Ttl => (at.indexOf(index) < long ? "1h" : "5m");
  return request(blocks.map((block, index) => (at.includes(index) ? marked(block, ttl(index)) : block)));
}

law(
  "written-at-breakpoints",
  "tokens are read and written up to the last breakpoint that is long enough, and all behind it is fresh",
  [anyNotes, fc.boolean()],
  async (notes, twice) => {
    const bench = new Bench();
    const last = notes.at.at(-1);
    const prefix = last === undefined ? 0 : countTokens(noted(notes, last + 1));
    if (twice) await bench.usage(noted(notes));
    const usage = await bench.usage(noted(notes));
    const cached = usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
    expect(cached).toBe(prefix < 512 ? 0 : prefix);
    expect(usage.input_tokens).toBe(countTokens(noted(notes)) - cached);
  },
  { runs: 60 },
);

/** In dollars: far below the price of a token. */
const ROUNDING = 1e-12;

law(
  "longer-prefix-cheaper",
  "a cache that holds one more prefix, longer than all others, makes a request cost no more",
  [anyNotes, fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 4 })],
  async (notes, shares) => {
    const lengths = shares.map((share) => 1 + Math.floor((share / 100) * notes.sizes.length));
    const longest = Math.max(...lengths);
    const price = async (held: readonly number[]): Promise<number> => {
      const bench = new Bench();
      for (const length of held) await bench.usage(noted(notes, length));
      return cost(await bench.usage(noted(notes)), "claude-opus-5").total;
    };
    const less = lengths.filter((length) => length < longest);
    expect(await price([...less, longest])).toBeLessThanOrEqual((await price(less)) + ROUNDING);
  },
  { runs: 50 },
);

law(
  "cache-isolation",
  "an organization is billed as if it were alone: what it caches no other reads",
  [anySession, fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 8, maxLength: 8 })],
  async (moves, who) => {
    const played = play(moves.map((each, at) => ({ ...each, who: who[at] ?? 0 })));
    const together = (await perform(played)).map(({ usage }) => usage);
    for (const key of ["key0", "key1"]) {
      const own = played.flatMap((each, at) => (each.key === key ? [{ each, usage: together[at] }] : []));
      const alone = await perform(own.map(({ each }) => each));
      expect(own.map(({ usage }) => usage)).toEqual(alone.map(({ usage }) => usage));
    }
  },
  { runs: 20 },
);

/** Requests for the same prefix that overlap: when each starts after the one before, and how long it takes to begin. */
const anyOverlap = shownAs(
  fc.array(fc.record({ pause: fc.integer({ min: 0, max: 3 }), takes: fc.integer({ min: 0, max: 9 }) }), {
    minLength: 2,
    maxLength: 7,
  }),
  (requests) =>
    requests.map(({ pause, takes }) => `after ${pause} ms one that begins ${takes} ms later\n`).join(""),
);

law(
  "begun-before-read",
  "a prefix is read from the moment on that a response which wrote it has begun, and not before",
  [anyOverlap],
  async (requests) => {
    const same = move({ change: { kind: "set", field: "system", to: 0 } });
    const played: Played[] = play(requests.map((each) => ({ ...same, ...each })));
    const events = timeline(played);
    const started = (at: number): number =>
      events.findIndex((event) => event.kind === "start" && event.at === at);
    const firstBegun = events.findIndex(({ kind }) => kind === "begin");
    const reads = (await perform(played)).map(({ usage }) => (usage?.cache_read_input_tokens ?? 0) > 0);
    expect(reads).toEqual(played.map((_, at) => firstBegun < started(at)));
  },
  { runs: 40 },
);
