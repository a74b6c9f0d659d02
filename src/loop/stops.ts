/** Why the model stopped, and what the harness does then (C-2.4, MR-75): one table. */
import { isToolUse, type ModelResponse } from "../wire.ts";

/** What follows a stop reason. */
export interface StopRule {
  /**
   * `tools`: the tool calls are run and the model is asked again. `ask on`: it is told to go on where it was cut off.
   * `send again`: it is asked again with its own words as they are. `end`: the turn is over.
   */
  readonly next: "tools" | "ask on" | "send again" | "end";
  /** Of a response that has not come to its end: how often in a row the model is asked for more, at most. */
  readonly atMost?: number;
  /** Is the response kept in the log? */
  readonly kept: boolean;
  /** What the person is told; undefined when there is nothing to tell. */
  readonly tells?: string;
}

/** What the model is told where its answer stopped before its end (O-29). */
export const GO_ON = "Your answer stopped before its end. Go on exactly where it stopped.";

/** What is done where a model that stops before its end has been asked to go on as often as it may be (C-2.5). */
const NO_END: StopRule = {
  next: "end",
  atMost: 0,
  kept: true,
  tells: "The model was asked to go on as often as it may be, and has not come to an end. Prompt it again.",
};

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
    tells: "The context window is full: the answer was cut off. /compact makes room, or begin a new session.",
  },
};

/**
 * The rule for a response, by its stop reason and by what it holds. `inRow` is how often in a row the model was asked to
 * go on before it. A reason that this version does not know ends the turn and is told. Law: calls-counted
 */
export function stopRule({ stop_reason, content }: ModelResponse, inRow: number): StopRule {
  const reason = String(stop_reason);
  const rule = Object.hasOwn(RULES, reason) ? RULES[reason] : undefined;
  if (!rule)
    return { next: "end", kept: true, tells: `The model stopped for a reason unknown here: ${reason}.` };
  if (inRow >= (rule.atMost ?? Infinity)) return NO_END;
  if (rule.next === "tools" && !content.some(isToolUse)) return { ...rule, next: "end" };
  // Words that stop in the middle cannot be sent again as they are, only a server's tool that is still at work (MR-25).
  const isAtWork = content.at(-1)?.type === "server_tool_use";
  return rule.next === "send again" && !isAtWork ? { ...rule, next: "ask on" } : rule;
}
