/** Why the model stopped, and what the harness does then (C-2.4, MR-75): one table. */

/** What follows a stop reason. */
export interface StopRule {
  /**
   * `tools`: the tool calls are run and the model is asked again. `ask on`: it is told to go on where it was cut off.
   * `send again`: it is asked again with its own words as they are. `end`: the turn is over.
   */
  readonly next: "tools" | "ask on" | "send again" | "end";
  /** How often in a row the model is asked again like this, at most. */
  readonly atMost?: number;
  /** Is the response kept in the log? */
  readonly kept: boolean;
  /** What the person is told; undefined when there is nothing to tell. */
  readonly tells?: string;
}

/** What the model is told where its answer stopped before its end (O-29). */
export const GO_ON = "Your answer stopped before its end. Go on exactly where it stopped.";

const RULES: Readonly<Record<string, StopRule>> = {
  tool_use: { next: "tools", kept: true },
  end_turn: { next: "end", kept: true },
  stop_sequence: { next: "end", kept: true },
  max_tokens: {
    next: "ask on",
    atMost: 3,
    kept: true,
    tells: "The answer was cut off at its longest allowed length. The model is asked to go on.",
  },
  pause_turn: { next: "send again", atMost: 10, kept: true },
  refusal: {
    next: "end",
    kept: false,
    tells: "The model refused to answer. What it had begun to say is not kept; put the request another way.",
  },
  model_context_window_exceeded: {
    next: "end",
    kept: true,
    tells: "The context window is full: the answer was cut off. Begin a new session to go on.",
  },
};

/** The rule for a stop reason. One that this version does not know ends the turn and is told. */
export function stopRule(reason: string | null): StopRule {
  const known = reason !== null && Object.hasOwn(RULES, reason) ? RULES[reason] : undefined;
  return (
    known ?? { next: "end", kept: true, tells: `The model stopped for a reason unknown here: ${reason}.` }
  );
}
