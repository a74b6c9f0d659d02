/** What the view of a conversation knows, and what it wants done. All of it is data. */
import type { QueueOperation } from "../../annex/log/queue.ts";
import type { Answer, Question } from "../../annex/permissions/ask.ts";
import type { Btw } from "./btw-box.ts";
import type { Completion } from "./completion.ts";
import { type Editor, emptyEditor } from "./editor.ts";
import type { Row } from "./rows.ts";
import type { RunningTool, RunningTurn, Stream } from "./running.ts";
import type { Told } from "./told.ts";

/** What stands last on the screen: between things of two kinds there is an empty row. */
export type Kind = "prompt" | "text" | "thinking" | "tool" | "note" | "question" | "";

/** The whole state of the view. */
export interface ReplState {
  readonly width: number;
  readonly rows: number;
  readonly model: string;
  readonly mode: string;
  readonly editor: Editor;
  readonly turn: RunningTurn | undefined;
  readonly stream: Stream | undefined;
  readonly tools: readonly RunningTool[];
  /** Said while the turn runs: each becomes a turn of its own when its time comes. */
  readonly queue: readonly string[];
  /** Was queued and stands in the line again; whether the log knows that it was given back. */
  readonly drafts: { readonly texts: readonly string[]; readonly isLogged: boolean } | undefined;
  /** What is shown once the question is answered. */
  readonly held: readonly Told[];
  /** The first one is being asked. */
  readonly questions: readonly Question[];
  /** While the reason of a no is written: what was being written before. */
  readonly aside: Editor | undefined;
  /** When the line was last typed into, and whether since the question was put. */
  readonly typedAt: number;
  readonly typedOver: boolean;
  /** Does the next Ctrl-C leave? */
  readonly leaving: boolean;
  /** Has Esc just been pressed where there was nothing to get out of? */
  readonly escaped: boolean;
  /** A question beside the conversation. */
  readonly btw: Btw | undefined;
  /** What the word at the cursor may become; gone with the next key but Tab. */
  readonly completion: Completion | undefined;
  /** One line of advice; gone with the next key. */
  readonly hint: string;
  readonly last: Kind;
}

/** What the view wants done. */
export type Effect =
  /** These rows stand from now on. */
  | { readonly type: "show"; readonly rows: readonly Row[] }
  | { readonly type: "send"; readonly text: string }
  | { readonly type: "interrupt" }
  | { readonly type: "answer"; readonly id: string; readonly answer: Answer }
  | { readonly type: "command"; readonly name: string; readonly argument: string }
  /** Begins with a slash and is no command: a skill, if there is one of that name. */
  | { readonly type: "skill"; readonly line: string }
  | { readonly type: "queue"; readonly change: QueueOperation }
  /** What may the word become? */
  | { readonly type: "complete"; readonly word: string }
  /** The answer of a question beside the conversation: it becomes a session, or goes. */
  | { readonly type: "btw"; readonly act: "fork" | "close" }
  /** Gives the terminal to the shell, until the person comes back. */
  | { readonly type: "suspend" }
  /** Draws what changes on an empty screen. */
  | { readonly type: "clear" }
  | { readonly type: "leave" };

/** A new state, and what is to be done. */
export interface Change {
  readonly state: ReplState;
  readonly effects: readonly Effect[];
}

/** The state at the beginning. `history`: what was said before in this session. */
export function beginning(history: readonly string[] = []): ReplState {
  return {
    width: 80,
    rows: 24,
    model: "",
    mode: "default",
    editor: emptyEditor(history),
    turn: undefined,
    stream: undefined,
    tools: [],
    queue: [],
    drafts: undefined,
    held: [],
    questions: [],
    aside: undefined,
    typedAt: Number.NEGATIVE_INFINITY,
    typedOver: false,
    leaving: false,
    escaped: false,
    btw: undefined,
    completion: undefined,
    hint: "",
    last: "",
  };
}

/** A change of the state alone. */
export function only(state: ReplState, ...effects: readonly Effect[]): Change {
  return { state, effects };
}

/** Rows put on the screen for good. */
export function shown(state: ReplState, kind: Kind, rows: readonly Row[]): Change {
  if (rows.length === 0) return only(state);
  const apart = state.last !== "" && (kind !== state.last || kind === "question") ? [[]] : [];
  return only({ ...state, last: kind }, { type: "show", rows: [...apart, ...rows] });
}

/** One change after another. */
export function andThen(change: Change, next: (state: ReplState) => Change): Change {
  const { state, effects } = next(change.state);
  return { state, effects: [...change.effects, ...effects] };
}
