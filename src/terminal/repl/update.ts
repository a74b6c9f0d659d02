/** The view of a conversation: a state, and what follows from what it is told. Pure. */
import { note, onEvent } from "./on-event.ts";
import { onKey } from "./on-key.ts";
import { onAsk, onWithdrawn } from "./questions.ts";
import { andThen, type Change, type Input, only, type ReplState } from "./state.ts";
import { settle } from "./stream.ts";

/** Columns that a terminal has at least; on a narrower one rows break. */
const NARROWEST = 20;

/** What follows from an input. `now` in milliseconds. */
export function update(state: ReplState, input: Input, now: number): Change {
  switch (input.type) {
    case "event":
      return onEvent(state, input.event, now);
    case "key":
      return onKey(state, input.key, now);
    case "ask":
      return andThen(settle(state), (next) => onAsk(next, input.question));
    case "withdrawn":
      return onWithdrawn(state, input.id);
    case "busy":
      return only({ ...state, turn: { since: now, stopping: false, usage: [] } });
    case "idle":
      return andThen(settle(state), (next) => only({ ...next, turn: undefined, tools: [] }));
    case "facts":
      return only({ ...state, model: input.model, mode: input.mode });
    case "told":
      return note(state, input.text, input.isBad ? "red" : "gray");
    case "size":
      // The last column stays free: a terminal breaks a row that fills it in ways of its own.
      return only({ ...state, width: Math.max(NARROWEST, input.columns - 1), rows: input.rows });
  }
}
