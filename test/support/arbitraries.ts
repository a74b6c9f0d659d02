/**
 * Generated sessions: what the model answers, in which order tools are done, where hooks leave attachments, and where
 * the process is begun anew. Right by construction: nothing that the API could not send. What is said is numbered
 * (m0, m1), for what it says does not matter.
 */
import fc from "fast-check";
import type { Reminders, RequestSettings } from "#src/index.ts";
import { shownAs } from "./law.ts";
import {
  type Breaking,
  type Failing,
  LAST_STOPS,
  type PlannedAnswer,
  type PlannedCall,
  type SessionPlan,
  type Stop,
  showPlan,
  type Thought,
} from "./plan.ts";

type Saying = "words" | "nothing" | "blank";

interface CallShape {
  readonly fails: Failing;
  readonly slowness: number;
}

interface AnswerShape {
  readonly thoughts: readonly Thought["kind"][];
  readonly says: Saying;
  readonly calls: readonly CallShape[];
  readonly stop: Stop;
  readonly breaks: Breaking;
}

interface TurnShape {
  readonly asking: readonly AnswerShape[];
  readonly ending: AnswerShape;
  readonly attachAt: readonly number[];
  readonly freshProcess: boolean;
  readonly killedBeforeStep: readonly number[];
}

const thoughts = fc.array(fc.constantFrom<Thought["kind"]>("shown", "silent", "redacted"), { maxLength: 2 });
const whole = fc.constant<Breaking>("no");

function someCalls(minLength: number): fc.Arbitrary<CallShape[]> {
  const call = fc.record({
    fails: fc.constantFrom<Failing>("no", "no", "told", "thrown"),
    slowness: fc.nat(9),
  });
  return fc.array(call, { minLength, maxLength: 4 });
}

/** An answer that asks for tools. */
const asking: fc.Arbitrary<AnswerShape> = fc.record({
  thoughts,
  says: fc.constantFrom<Saying>("nothing", "words"),
  calls: someCalls(1),
  stop: fc.constant<Stop>("tool_use"),
  breaks: whole,
});

/** An answer that ends a turn. One that was cut off for its length may hold calls that were never run. */
const ending: fc.Arbitrary<AnswerShape> = fc.oneof(
  fc.record({
    thoughts,
    says: fc.constantFrom<Saying>("words", "words", "nothing", "blank"),
    calls: fc.constant([]),
    stop: fc.constantFrom<Stop>("end_turn", "end_turn", ...LAST_STOPS),
    breaks: fc.constantFrom<Breaking>("no", "no", "no", "529", "mid-stream"),
  }),
  fc.record({
    thoughts,
    says: fc.constantFrom<Saying>("words", "nothing"),
    calls: someCalls(0),
    stop: fc.constant<Stop>("max_tokens"),
    breaks: whole,
  }),
);

const turn: fc.Arbitrary<TurnShape> = fc.record({
  asking: fc.array(asking, { maxLength: 3 }),
  ending,
  attachAt: fc.uniqueArray(fc.nat(30), { maxLength: 3 }),
  freshProcess: fc.boolean(),
  killedBeforeStep: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
});

/** A session of one to three turns, with everything that can happen to it. */
export const anySession: fc.Arbitrary<SessionPlan> = shownAs(
  fc.array(turn, { minLength: 1, maxLength: 3 }).map(planOf),
  showPlan,
);

const holding = fc.record({
  mode: fc.constantFrom("default", "default", "plan", "acceptEdits"),
  day: fc.constantFrom(28, 28, 29),
});
const besides = fc.record({
  holds: fc.array(holding, { minLength: 1, maxLength: 3 }),
  mentions: fc.subarray([
    "notes.md",
    "notes.md#L2",
    "empty.txt",
    "src/a.ts",
    "src",
    "picture.png",
    "gone.md",
  ]),
});

/** The same, with modes and days that change from step to step, and prompts that name files. */
export const anyShownSession: fc.Arbitrary<SessionPlan> = shownAs(
  fc.tuple(anySession, fc.array(besides, { minLength: 3, maxLength: 3 })).map(([{ turns }, shown]) => ({
    turns: turns.map((turn, at) => ({ ...turn, ...shown[at] })),
  })),
  showPlan,
);

/** Either setting for what is told of the moment, on a model that binds its thinking to what it was shown and on one that does not. */
export const anyReminders: fc.Arbitrary<Pick<RequestSettings, "model"> & { reminders: Reminders }> =
  fc.record({
    model: fc.constantFrom("claude-opus-5", "claude-opus-5-5"),
    reminders: fc.constantFrom("vanish", "sticky"),
  });

/** Numbers what is said, and so turns shapes into a plan. */
function planOf(shapes: readonly TurnShape[]): SessionPlan {
  let count = 0;
  const next = (letter: string) => `${letter}${count++}`;
  const sayings: Record<Saying, () => string | undefined> = {
    words: () => next("s"),
    nothing: () => undefined,
    blank: () => "",
  };
  const answerOf = (shape: AnswerShape): PlannedAnswer => ({
    thoughts: shape.thoughts.map((kind) => ({ kind, text: kind === "shown" ? next("t") : "" })),
    text: sayings[shape.says](),
    calls: callsOf(shape.calls, next),
    stop: shape.stop,
    breaks: shape.breaks,
  });
  return {
    turns: shapes.map(({ asking, ending, ...rest }) => ({
      prompt: next("m"),
      answers: [...asking, ending].map(answerOf),
      ...rest,
    })),
  };
}

/** Slower calls are done later; of two alike the one that was asked for first is done first. */
function callsOf(calls: readonly CallShape[], next: (letter: string) => string): PlannedCall[] {
  const order = calls.map(({ slowness }, index) => ({ slowness, index }));
  order.sort((a, b) => a.slowness - b.slowness);
  return calls.map(({ fails }, index) => ({
    label: next("r"),
    place: order.findIndex((each) => each.index === index),
    of: calls.length,
    fails,
  }));
}
