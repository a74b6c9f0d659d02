/**
 * Why the model stopped, and what the harness does then (C-2.4). The only reason to go on is that the model asked for
 * tools.
 */

/** What follows a stop reason. */
export interface StopRule {
  /** Are the response's tool calls run, and the model asked again? */
  readonly goesOn: boolean;
  /** Is the response kept in the log? */
  readonly kept: boolean;
  /** What the person is told; undefined when there is nothing to tell. */
  readonly tells?: string;
}

const RULES: Readonly<Record<string, StopRule>> = {
  tool_use: { goesOn: true, kept: true },
  end_turn: { goesOn: false, kept: true },
  stop_sequence: { goesOn: false, kept: true },
  max_tokens: {
    goesOn: false,
    kept: true,
    tells: "The answer was cut off at its longest allowed length. Ask the model to go on.",
  },
  pause_turn: { goesOn: false, kept: true, tells: "The model paused a long turn. Ask it to go on." },
  refusal: {
    goesOn: false,
    kept: false,
    tells: "The model refused to answer. What it had begun to say is not kept; put the request another way.",
  },
  model_context_window_exceeded: {
    goesOn: false,
    kept: true,
    tells: "The context window is full: the answer was cut off. Begin a new session to go on.",
  },
};

/** The rule for a stop reason. One that this version does not know ends the turn and is told. */
export function stopRule(reason: string | null): StopRule {
  const known = reason !== null && Object.hasOwn(RULES, reason) ? RULES[reason] : undefined;
  return (
    known ?? { goesOn: false, kept: true, tells: `The model stopped for a reason unknown here: ${reason}.` }
  );
}
