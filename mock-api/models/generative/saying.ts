/** What a generated model means to say in one answer, before it knows what the request allows. */
import fc from "fast-check";

/** How an answer ends where the request allows it. */
export type Ending =
  | "max_tokens"
  | "cut_call"
  | "stop_sequence"
  | "refusal"
  | "pause_turn"
  | "model_context_window_exceeded"
  | "nothing";

/**
 * All of them. `cut_call`: `max_tokens` is reached in the middle of a call's input. `nothing`: an answer without any
 * content, as may come after tool results (MR-75).
 */
export const ENDINGS: readonly Ending[] = [
  "max_tokens",
  "cut_call",
  "stop_sequence",
  "refusal",
  "pause_turn",
  "model_context_window_exceeded",
  "nothing",
];

/** One answer as it was planned. */
export interface Saying {
  thoughts: readonly ("shown" | "redacted")[];
  /** How many texts come before the calls, and what they are like. */
  texts: readonly ("word" | "lines" | "signs")[];
  /** Which of the request's tools are called, as a share of all of them, and the seed of the input. */
  calls: readonly { tool: number; seed: number }[];
  /** Undefined: the plain one, `tool_use` with calls, else `end_turn`. */
  ending: Ending | undefined;
}

/** Plans of up to so many answers. */
export function sayingsOf(most: number, endings: readonly Ending[]): fc.Arbitrary<Saying[]> {
  // Most answers end plainly, or no turn would get anywhere.
  const anyEnding = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    ...(endings.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...endings) }] : []),
  );
  const anySaying: fc.Arbitrary<Saying> = fc.record({
    thoughts: fc.array(fc.constantFrom("shown", "redacted"), { maxLength: 2 }),
    texts: fc.array(fc.constantFrom("word", "lines", "signs"), { maxLength: 2 }),
    calls: fc.array(fc.record({ tool: fc.integer({ min: 0, max: 99 }), seed: fc.nat(9_999) }), {
      maxLength: 4,
    }),
    ending: anyEnding,
  });
  return fc.array(anySaying, { maxLength: most });
}

/** The plan as a person reads it: an answer a line. */
export function shownSayings(sayings: readonly Saying[]): string {
  const lines = sayings.map((saying, at) => `${at + 1}. ${shownSaying(saying)}`);
  return ["a model that", ...lines, "then ends the turn, and begins anew"].join("\n  ");
}

function shownSaying({ thoughts, texts, calls, ending }: Saying): string {
  const parts = [
    ...thoughts.map((thought) => (thought === "shown" ? "thinks" : "thinks, redacted")),
    ...texts.map((text) => `says ${text === "word" ? "a word" : `some ${text}`}`),
    ...calls.map(({ tool, seed }) => `calls tool ${tool}% (input ${seed})`),
    ...(ending === undefined ? [] : [`stops: ${ending}`]),
  ];
  return parts.length === 0 ? "says nothing" : parts.join(", ");
}
