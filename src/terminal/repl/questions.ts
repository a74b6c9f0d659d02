/** Asking whether a call may run: the whole call is shown, then a key answers. */
import type { Answer, Question } from "../../annex/permissions/ask.ts";
import { emptyEditor, type Key } from "./editor.ts";
import { paragraph, type Row } from "./rows.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";
import { released } from "./told.ts";

/** Keys that come closer together than this are typing, not an answer. Milliseconds. */
export const TYPING_MS = 500;

/** A question comes. Those before it are answered first. */
export function onAsk(state: ReplState, question: Question): Change {
  const next = { ...state, questions: [...state.questions, question] };
  return state.questions.length === 0 ? put(next) : only(next);
}

/** A question that nobody waits for any more goes. */
export function onWithdrawn(state: ReplState, id: string): Change {
  const wasAsked = state.questions[0]?.id === id;
  const next = { ...state, questions: state.questions.filter((each) => each.id !== id) };
  return wasAsked ? put({ ...next, ...back(state) }) : only(next);
}

/**
 * Is somebody writing, so that a letter is no answer? A question may come up under one's fingers: what is typed on is
 * text, and it has to be cleared before a key answers.
 */
export function isTyping({ typedAt, typedOver }: ReplState, now: number): boolean {
  return typedOver || now - typedAt < TYPING_MS;
}

/** What a key says to the question; undefined when it says nothing. */
export function onAnswerKey(state: ReplState, key: Key, now: number): Change | undefined {
  const question = state.questions[0];
  if (!question || key.ctrl || key.meta) return undefined;
  if (key.name === "y") return answered(begun(state, now), { kind: "yes" });
  if (key.name === "a" && question.rule !== undefined) return answered(begun(state, now), { kind: "always" });
  if (key.name === "n") return only({ ...state, aside: state.editor, editor: emptyEditor() });
  return key.name === "return" ? only({ ...state, hint: "Answer with one of the keys." }) : undefined;
}

/** The reason of a no is written. */
export function onReason(state: ReplState): Change {
  return answered(state, { kind: "no", reason: state.editor.text.trim() });
}

/** The keys that answer. */
export function keysRows(state: ReplState): Row[] {
  return paragraph(keysOf(state), { width: state.width, tint: "yellow" });
}

function keysOf({ questions, aside, typedOver }: ReplState): string {
  const [question, ...more] = questions;
  if (aside) return "Why not? Enter says no; Esc goes back.";
  if (typedOver) return "You are writing. Enter goes back to the question; what you wrote stays.";
  const always = question?.rule === undefined ? "" : " · a always";
  const waiting = more.length > 0 ? ` · ${more.length} more to ask` : "";
  return `May it run?  y yes${always} · n no · Esc stops the turn${waiting}`;
}

function answered(state: ReplState, answer: Answer): Change {
  const [question, ...questions] = state.questions;
  if (!question) return only(state);
  const echo = paragraph(saidTo(answer), { width: state.width, tint: "cyan", lead: { text: "  → " } });
  const next = put({ ...state, ...back(state), questions });
  return only(
    next.state,
    { type: "show", rows: echo },
    { type: "answer", id: question.id, answer },
    ...next.effects,
  );
}

function saidTo(answer: Answer): string {
  if (answer.kind !== "no") return answer.kind;
  return answer.reason === "" ? "no" : `no: ${answer.reason}`;
}

/** The time that a person took to answer is not the tool's. */
function begun(state: ReplState, now: number): ReplState {
  const asked = state.questions[0]?.id;
  return { ...state, tools: state.tools.map((tool) => (tool.id === asked ? { ...tool, since: now } : tool)) };
}

/** The line as it was before a reason was written. */
function back(state: ReplState): Pick<ReplState, "editor" | "aside" | "typedOver"> {
  return { editor: state.aside ?? state.editor, aside: undefined, typedOver: false };
}

/** What had to wait is shown, then the next question. */
function put(state: ReplState): Change {
  return andThen(released(state), ask);
}

/** Shows the whole call, and the rule, however long they are: they stand above, and can be scrolled to. Law: whole-call-shown */
function ask(state: ReplState): Change {
  const question = state.questions[0];
  if (!question) return only(state);
  const lead = { text: "? ", tint: "yellow" } as const;
  const call = paragraph(question.call, { width: state.width, lead });
  const why = remark(`It is asked because ${question.why}.`, state);
  return shown(state, "question", [...call, ...why, ...always(question, state)]);
}

/** A rule that is the command over again is not shown twice: a long one would push the command off the screen. */
function always({ call, rule }: Question, state: ReplState): Row[] {
  if (rule === undefined) return [];
  const [, tool, line] = /^(\w+)\(([\s\S]*)\)$/.exec(rule) ?? [];
  const isThisCall = `${call}\n`.startsWith(`${tool}: ${line}\n`);
  return remark(`a (always) allows for this session: ${isThisCall ? "just this command" : rule}`, state);
}

function remark(text: string, { width }: ReplState): Row[] {
  return paragraph(text, { width, tint: "yellow", lead: { text: "  " } });
}
