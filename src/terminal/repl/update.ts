/** The view of a conversation: a state, and what follows from what it is told. Pure. */
import { contextRows } from "../context/draw.ts";
import { onBtw } from "./btw-box.ts";
import { onOptions } from "./completion.ts";
import { emptyEditor } from "./editor.ts";
import type { Input } from "./input.ts";
import { onEvent } from "./on-event.ts";
import { onKey } from "./on-key.ts";
import { onAsk, onWithdrawn } from "./questions.ts";
import { dequeued, givenBack, left, said } from "./queue.ts";
import { andThen, type Change, only, type ReplState } from "./state.ts";
import { settle } from "./stream.ts";
import { note, released, tell } from "./told.ts";

/** Columns that a terminal has at least; on a narrower one rows break. */
const NARROWEST = 20;

const LEFT = "This was queued when the session ended, and not said yet. Enter sends it.";

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
      return only({ ...state, turn: { since: now, stopping: false, usage: [], doing: input.doing } });
    case "idle":
      return over(state, input.failed === true);
    case "left":
      return note(left(state, input.texts), LEFT, "yellow");
    case "facts":
      return only({ ...state, model: input.model, mode: input.mode });
    case "told":
      return note(state, input.text, input.isBad ? "red" : "gray");
    case "context": {
      const { report, marks, all } = input;
      const rows = contextRows(report, { width: state.width, marks, all });
      return andThen(settle(state), (next) => tell(next, { kind: "rows", rows }));
    }
    case "btw":
      return only(onBtw(state, input.question, input.answer, now));
    case "btw-gone":
      return only({ ...state, btw: undefined });
    case "options":
      return onOptions(state, input.word, input.options);
    case "line":
      return only({ ...state, editor: { ...state.editor, text: input.text, cursor: input.text.length } });
    case "moved":
      return only({ ...state, editor: emptyEditor(input.said), btw: undefined, drafts: undefined });
    case "invokes":
      return said(state, input.line);
    case "size":
      // The last column stays free: a terminal breaks a row that fills it in ways of its own.
      return only({ ...state, width: Math.max(NARROWEST, input.columns - 1), rows: input.rows });
  }
}

/**
 * A turn is over and the next one's time has come. After one that failed the person decides; what was said since a turn
 * was told to stop is meant to be sent.
 */
function over(state: ReplState, failed: boolean): Change {
  const shown = andThen(settle(state), (next) => released({ ...next, turn: undefined, tools: [] }));
  const isGivenBack = failed && state.turn?.stopping !== true;
  return andThen(shown, isGivenBack ? givenBack : dequeued);
}
