/** A question beside the conversation and its answer, in a box above the line: nothing of it stays (C-5.6a, C-5.6b). */
import { widthOf } from "../../annex/log/one-line.ts";
import { seconds } from "./cards.ts";
import type { Key } from "./editor.ts";
import { isTyping, TYPING_MS } from "./questions.ts";
import { cutRow, fold, type Row, single } from "./rows.ts";
import { type Change, only, type ReplState } from "./state.ts";

/** What was asked and, once it is there, answered. */
export interface Btw {
  readonly question: string;
  readonly answer: string | undefined;
  /** When it was asked, and when the answer came. Milliseconds. */
  readonly since: number;
  readonly answeredAt: number;
  /** The first row of the answer that is shown. */
  readonly top: number;
}

/** Rows of the terminal that are left to other things, while a few of the answer can be shown beside them. */
const OTHERS = 10;
const LEAST_SHOWN = 2;
/** Columns of the question that are shown while its answer is waited for, however narrow the terminal is. */
const LEAST_ASKED = 8;
const NO_WORDS = "(The model wanted to use tools, and no tool is run here.)";
const NOT_YET = "When the turn is over: f takes it into a session of its own.";
const KEYS_ONLY = "Esc closes the answer; f takes it into a session of its own.";

/** A question goes out, or its answer comes. */
export function onBtw(
  state: ReplState,
  question: string,
  answer: string | undefined,
  now: number,
): ReplState {
  const since = state.btw?.question === question ? state.btw.since : now;
  const words = answer?.trim() === "" ? NO_WORDS : answer;
  return { ...state, btw: { question, answer: words, since, answeredAt: now, top: 0 } };
}

/** Takes the box away; what still waits for an answer is not waited for any more. */
export function closed(state: ReplState): Change {
  return only({ ...state, btw: undefined }, { type: "btw", act: "close" });
}

/**
 * What a key says to an answer: undefined where it says nothing. An answer may come up under one's fingers, so while
 * something is being written the keys write on.
 */
export function onBtwKey(state: ReplState, key: Key, now: number): Change | undefined {
  const { btw, editor } = state;
  if (btw?.answer === undefined) return undefined;
  if (key.name === "pagedown" || key.name === "pageup") return only(scrolled(state, key.name === "pagedown"));
  const hasJustCome = now - btw.answeredAt < TYPING_MS;
  if (editor.text !== "" || hasJustCome || isTyping(state, now)) return undefined;
  if (key.name === "down" || key.name === "up") return only(scrolled(state, key.name === "down", 1));
  if (key.name === "return" || key.name === "space") return closed(state);
  if (key.name !== "f" || key.ctrl || key.meta) return only({ ...state, hint: KEYS_ONLY });
  if (state.turn) return only({ ...state, hint: NOT_YET });
  return only({ ...state, btw: undefined }, { type: "btw", act: "fork" });
}

/** The box; while the answer is waited for, one row. */
export function btwRows(state: ReplState, now: number, spinner: string): Row[] {
  const { btw, width } = state;
  if (!btw) return [];
  if (btw.answer === undefined) {
    const time = ` · ${seconds(now - btw.since)} · Esc gives it up`;
    const asked = single(`btw ${btw.question}`, Math.max(LEAST_ASKED, width - 2 - widthOf(time)));
    const rest = single(time, Math.max(2, width - 2 - widthOf(asked) - 1));
    return [[{ text: `${spinner} `, tint: "magenta" }, { text: asked }, { text: ` ${rest}`, tint: "gray" }]];
  }
  const { pieces, top, height } = partOf(state);
  const more = pieces.length - top - height;
  const keys = `f a session with it · Esc closes${more > 0 ? ` · PgDn ${more} more` : ""}`;
  const inner = pieces.slice(top, top + height).map((piece): Row => {
    const text = cutRow(piece.trimEnd(), width - 4);
    const space = " ".repeat(Math.max(0, width - 3 - widthOf(text)));
    return [EDGE, { text }, { text: `${space}│`, tint: "magenta" }];
  });
  return [edge("╭", `btw ${btw.question}`, "╮", width), ...inner, edge("╰", keys, "╯", width)];
}

const EDGE = { text: "│ ", tint: "magenta" } as const;

function edge(left: string, words: string, right: string, width: number): Row {
  const text = single(words, width - 6);
  const rule = "─".repeat(Math.max(0, width - 5 - widthOf(text)));
  return [{ text: `${left}─ `, tint: "magenta" }, { text }, { text: ` ${rule}${right}`, tint: "magenta" }];
}

/** The rows of the answer, and which of them are shown. */
function partOf({ btw, width, rows }: ReplState) {
  const pieces = fold(btw?.answer ?? "", width - 4);
  const height = Math.min(pieces.length, Math.max(LEAST_SHOWN, rows - OTHERS));
  return { pieces, height, top: Math.max(0, Math.min(btw?.top ?? 0, pieces.length - height)) };
}

function scrolled(state: ReplState, isDown: boolean, by?: number): ReplState {
  const { btw } = state;
  if (!btw) return state;
  const { pieces, top, height } = partOf(state);
  const step = (by ?? height) * (isDown ? 1 : -1);
  const next = Math.max(0, Math.min(top + step, pieces.length - height));
  return { ...state, btw: { ...btw, top: next } };
}
