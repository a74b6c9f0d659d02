/** Sessions: one request after another, with pauses and changes between them, for the cache to live through. */
import fc from "fast-check";
import { shownAs } from "../support/law.ts";

/** What a session can set; each has a few values, told apart by a number. */
export const FIELDS = [
  "system",
  "tools",
  "web search",
  "choice",
  "parallel",
  "thinking",
  "effort",
  "format",
  "speed",
  "model",
] as const;
export type Field = (typeof FIELDS)[number];

/** What happens before a request. */
export type Change =
  | { kind: "talk"; turns: number; size: number }
  | { kind: "call"; calls: number }
  | { kind: "search" }
  | { kind: "take over" }
  | { kind: "show"; what: "an image" | "a cited document" }
  | { kind: "rewind"; turns: number }
  | { kind: "set"; field: Field; to: number };

/** A pause in milliseconds, then a change, then a request with these markers. */
export interface Move {
  pause: number;
  change: Change;
  /** Milliseconds from the start of the request until its response begins. */
  takes: number;
  /** Which of two organizations asks. */
  who: number;
  /** Blocks from the end at which markers stand; the last one of them in the row comes first. */
  fromEnd: number[];
  onSystem: boolean;
  onTools: boolean;
  /** A marker for the whole request. */
  whole: boolean;
  /** How many of the markers, from the front, ask for 1h. */
  long: number;
  /** Ask for no tokens, where that is allowed. */
  prewarm: boolean;
}

const MINUTE = 60_000;

const anySetting: fc.Arbitrary<Change> = fc.record({
  kind: fc.constant("set" as const),
  field: fc.constantFrom(...FIELDS),
  to: fc.constantFrom(1, 1, 0),
});

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("talk" as const),
      turns: fc.integer({ min: 1, max: 11 }),
      size: fc.constantFrom(8, 300, 2_500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("call" as const), calls: fc.constantFrom(1, 3, 25) }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: "search" as const }, { kind: "take over" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("show" as const),
      what: fc.constantFrom("an image", "a cited document"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("rewind" as const), turns: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: anySetting },
);

const rarely = fc.integer({ min: 0, max: 7 }).map((at) => at === 7);

const anyMove: fc.Arbitrary<Move> = fc.record({
  pause: fc.constantFrom(0, 1, 4 * MINUTE, 5 * MINUTE - 1, 5 * MINUTE, 59 * MINUTE, 60 * MINUTE),
  change: anyChange,
  takes: fc.constantFrom(0, 0, 0, 2, MINUTE),
  who: rarely.map(Number),
  fromEnd: fc.uniqueArray(fc.constantFrom(0, 0, 1, 2, 19, 20, 21), { maxLength: 2 }),
  onSystem: fc.boolean(),
  onTools: fc.boolean(),
  whole: rarely,
  long: fc.integer({ min: 0, max: 4 }),
  prewarm: rarely,
});

/** The same conversation over and over with one setting changed, and markers on every tier. */
const anyRepetition: fc.Arbitrary<Move[]> = fc
  .array(fc.tuple(anySetting, anyMove), { minLength: 2, maxLength: 6 })
  .map((steps) => [
    move({ change: { kind: "talk", turns: 2, size: 8_000 }, onTools: true }),
    ...steps.map(([change, each]) => ({ ...each, change, pause: 1, who: 0, fromEnd: [0], onTools: true })),
  ]);

/** Long strides: the last entry stands about as far behind the marker as a breakpoint looks (MR-79). */
const anyStride: fc.Arbitrary<Move[]> = fc
  .array(fc.record({ turns: fc.integer({ min: 9, max: 11 }), back: fc.integer({ min: 0, max: 2 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((strides) => [
    move({ change: { kind: "talk", turns: 1, size: 20_000 } }),
    ...strides.map(({ turns, back }) => move({ change: { kind: "talk", turns, size: 8 }, fromEnd: [back] })),
  ]);

/** A session of a few requests, shown with a line for each. */
export const anySession: fc.Arbitrary<Move[]> = shownAs(
  fc.oneof(fc.array(anyMove, { minLength: 2, maxLength: 8 }), anyRepetition, anyStride),
  (moves) => moves.map((each) => `${told(each)}\n`).join(""),
);

/** A move that differs from the simplest one in what is given. */
export function move(given: Partial<Move> = {}): Move {
  return {
    pause: 1,
    change: { kind: "talk", turns: 1, size: 8 },
    takes: 0,
    who: 0,
    fromEnd: [0],
    onSystem: false,
    onTools: false,
    whole: false,
    long: 0,
    prewarm: false,
    ...given,
  };
}

function told({ pause, change, takes, who, prewarm, ...markers }: Move): string {
  const waits = pause === 0 ? "at once" : `after ${time(pause)}`;
  const asks = `${prewarm ? "warms up" : "asks"}${who === 0 ? "" : " for another organization"}`;
  const marks = [
    ...(markers.onTools ? ["the tools"] : []),
    ...(markers.onSystem ? ["the system prompt"] : []),
    ...markers.fromEnd.map((back) => (back === 0 ? "the last block" : `${back} blocks before the last`)),
    ...(markers.whole ? ["the whole request"] : []),
  ];
  const lives = markers.long > 0 && marks.length > 0 ? `, the first ${markers.long} for 1h` : "";
  const marked = marks.length > 0 ? `marks ${marks.join(", ")}${lives}` : "marks nothing";
  return `${waits}: ${done(change)}; ${asks}, ${marked}${takes > 0 ? `; begins ${time(takes)} later` : ""}`;
}

function done(change: Change): string {
  switch (change.kind) {
    case "talk":
      return `${change.turns} more turns of ${change.size} characters`;
    case "call":
      return `a step of ${change.calls} calls`;
    case "search":
      return "a search of the web";
    case "take over":
      return "the user takes over the words of the last answer";
    case "show":
      return `the user shows ${change.what}`;
    case "rewind":
      return `back by ${change.turns} turns`;
    case "set":
      return `${change.field} := ${change.to}`;
  }
}

function time(ms: number): string {
  return ms % MINUTE === 0 ? `${ms / MINUTE} min` : `${ms} ms`;
}
