/** What a key does. */
import { closed, onBtwKey } from "./btw-box.ts";
import { isCommand, mustWait, onCommand } from "./commands.ts";
import { onTab } from "./completion.ts";
import { edit, emptyEditor, insert, type Key, sent } from "./editor.ts";
import { isTyping, onAnswerKey, onReason } from "./questions.ts";
import { givenBack, said } from "./queue.ts";
import { andThen, type Change, only, type ReplState } from "./state.ts";

const LEAVES = "Ctrl-C again leaves.";
const AGAIN = "Esc again: back to an earlier prompt.";

/** What follows a key. `now` in milliseconds. */
export function onKey(before: ReplState, key: Key, now: number): Change {
  const state = { ...before, hint: "", leaving: false, escaped: false, completion: undefined };
  if (key.ctrl && key.name === "c") return onCtrlC({ ...state, leaving: before.leaving });
  if (key.ctrl && key.name === "z") return only(state, { type: "suspend" });
  if (key.ctrl && key.name === "l") return only(state, { type: "clear" });
  if (key.name === "escape") return before.completion ? only(state) : onEscape(state, before.escaped);
  if (key.name === "tab" && before.completion) return onTab(before, key.shift);
  if (key.name === "tab" && key.shift)
    return only(state, { type: "command", name: "mode", argument: "next" });
  if (key.name === "tab" && !state.aside) return onTab(state, false);
  if (state.aside) return key.name === "return" ? onReason(state) : typed(state, key, now);
  if (state.questions.length > 0 && !isTyping(state, now)) {
    const answered = onAnswerKey(state, key, now);
    if (answered) return answered;
  }
  const toAnswer = onBtwKey(state, key, now);
  if (toAnswer) return toAnswer;
  if (key.name === "return" && !key.meta) return state.typedOver ? overAgain(state) : onReturn(state);
  if (key.ctrl && key.name === "d" && state.editor.text === "") {
    return state.turn ? hint(state, "A turn is running. Esc interrupts it.") : only(state, { type: "leave" });
  }
  return typed(state, key, now);
}

function typed(state: ReplState, key: Key, now: number): Change {
  const editor = edit(state.editor, key);
  if (!editor) return only(state);
  const isAsked = state.questions.length > 0 && !state.aside;
  return only({ ...state, editor, typedAt: now, typedOver: isAsked && editor.text !== "" });
}

function onReturn(state: ReplState): Change {
  const { editor } = state;
  const { text, cursor } = editor;
  if (cursor === text.length && text.endsWith("\\")) {
    return only({
      ...state,
      editor: insert({ ...editor, text: text.slice(0, -1), cursor: cursor - 1 }, "\n"),
    });
  }
  if (text.trim() === "") return only(state);
  if (state.turn && isCommand(text) && mustWait(text)) return hint(state, "Not while a turn runs.");
  // Sending ends typing: a question that comes now may be answered at once.
  const next = { ...state, editor: sent(editor), typedAt: Number.NEGATIVE_INFINITY };
  if (isCommand(text)) return onCommand(next, text);
  return said(next, text);
}

/** What was written over a question stays; the next key answers. */
function overAgain(state: ReplState): Change {
  return only({ ...state, typedOver: false, typedAt: Number.NEGATIVE_INFINITY });
}

/** In a turn it interrupts; else it clears the line, then leaves. A turn that does not stop can be left too. */
function onCtrlC(state: ReplState): Change {
  if (state.turn && !state.turn.stopping) return interrupted(state);
  if (state.leaving) return only(state, { type: "leave" });
  const editor = emptyEditor(state.editor.history);
  return only({ ...state, editor, typedOver: false, leaving: true, hint: LEAVES });
}

/**
 * Out of the reason of a no, back to the question; else out of the question beside the conversation; else what is queued back
 * into the line; else out of the turn; and where there is nothing to get out of, the second time, back to an earlier prompt.
 */
function onEscape(state: ReplState, isSecond: boolean): Change {
  const { aside, btw, queue, turn, editor } = state;
  if (aside) return only({ ...state, editor: aside, aside: undefined });
  if (btw) return closed(state);
  if (queue.length > 0) return givenBack(state);
  if (turn) return turn.stopping ? only(state) : interrupted(state);
  if (editor.text !== "") return only(state);
  if (isSecond) return only(state, { type: "command", name: "rewind", argument: "" });
  return only({ ...state, escaped: true, hint: AGAIN });
}

/** Nothing that was queued begins by itself once the person has said stop. */
function interrupted(state: ReplState): Change {
  const turn = state.turn && { ...state.turn, stopping: true };
  return andThen(givenBack({ ...state, turn, hint: "" }), (next) => only(next, { type: "interrupt" }));
}

function hint(state: ReplState, text: string): Change {
  return only({ ...state, hint: text });
}
