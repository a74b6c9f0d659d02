/** What is said while a turn runs: it waits, is shown, and is sent when its time comes. Law: queue-kept */
import { type Row, single } from "./rows.ts";
import { andThen, type Change, type Effect, only, type ReplState } from "./state.ts";

/** Prompts of the queue that are shown. */
const SHOWN = 3;

/**
 * A prompt: it is sent, or waits for the end of the turn. What had been given back stood in the line and is settled by
 * this, so the line passes through the queue in any case: the log does not lose it on the way.
 */
export function said(state: ReplState, text: string): Change {
  const { drafts, turn, queue } = state;
  const next = { ...state, drafts: undefined };
  if (!drafts && !turn) return only(next, { type: "send", text });
  const back = drafts && !drafts.isLogged ? [popAll(drafts.texts)] : [];
  const waits = only({ ...next, queue: [...queue, text] }, ...back, {
    type: "queue",
    change: { operation: "enqueue", content: text },
  });
  return turn ? waits : andThen(waits, dequeued);
}

/** The next one's time has come. */
export function dequeued(state: ReplState): Change {
  const [text, ...queue] = state.queue;
  if (text === undefined) return only(state);
  return only(
    { ...state, queue },
    { type: "queue", change: { operation: "dequeue" } },
    { type: "send", text },
  );
}

/** All of it comes back into the line, before what stands there, to be edited or cleared. */
export function givenBack(state: ReplState): Change {
  const { queue } = state;
  if (queue.length === 0) return only(state);
  const drafts = { texts: queue, isLogged: true };
  return only({ ...before(queue, state), queue: [], drafts }, popAll(queue));
}

/** What an earlier process had queued stands in the line. Nothing is logged until something is said (D-9). */
export function left(state: ReplState, texts: readonly string[]): ReplState {
  return { ...before(texts, state), drafts: { texts, isLogged: false } };
}

/** The line with texts put before it; while a reason is written, the line that waits. */
function before(texts: readonly string[], state: ReplState): ReplState {
  const line = state.aside ?? state.editor;
  const text = [...texts, line.text].filter((each) => each.trim() !== "").join("\n");
  const editor = { ...line, text, cursor: text.length, at: line.history.length };
  return { ...state, ...(state.aside ? { aside: editor } : { editor }) };
}

function popAll(texts: readonly string[]): Effect {
  return { type: "queue", change: { operation: "popAll", content: texts.join("\n") } };
}

/** The queue as it is shown, above the line. */
export function queueRows({ queue, width }: ReplState): Row[] {
  const rows = queue.slice(0, SHOWN).map((text): Row => {
    return [
      { text: "  queued: ", tint: "cyan" },
      { text: single(text, width - 10), tint: "gray" },
    ];
  });
  const more = queue.length - SHOWN;
  return more > 0 ? [...rows, [{ text: `  … ${more} more`, tint: "gray" }]] : rows;
}
