/** The part of the screen that changes: what runs, what is asked, the line that is written, and where one is. */
import { btwRows } from "./btw-box.ts";
import { seconds } from "./cards.ts";
import { optionRows } from "./completion.ts";
import { type Live, lineRows } from "./line-view.ts";
import { keysRows } from "./questions.ts";
import { queueRows } from "./queue.ts";
import { type Row, single } from "./rows.ts";
import type { ReplState } from "./state.ts";
import { openRows } from "./stream.ts";

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 100;
/** Running tools that are shown by name. */
const TOOLS_SHOWN = 6;

/** The changing part as it is now. It is never taller than the terminal. */
export function liveOf(state: ReplState, now: number): Live {
  const { rows: lines, cursor } = lineRows(state);
  const above = [
    ...openRows(state).slice(-3),
    ...toolRows(state, now),
    ...stateRows(state, now),
    ...queueRows(state),
    ...btwRows(state, now, spinner(now)),
  ];
  const below = [...optionRows(state, state.rows - lines.length - 2), statusRow(state)];
  const most = Math.max(0, state.rows - 1 - lines.length - below.length);
  const kept = most === 0 ? [] : above.slice(-most);
  const space = kept.length < most ? [[]] : [];
  return {
    rows: [...kept, ...space, ...lines, ...below],
    cursor: { row: kept.length + space.length + cursor.row, column: cursor.column },
  };
}

/** What runs; a call that waits for an answer does not. */
function toolRows({ tools: all, questions, width }: ReplState, now: number): Row[] {
  const tools = all.filter(({ id }) => id !== questions[0]?.id);
  const rows = tools.slice(0, TOOLS_SHOWN).map(({ name, words, doing, since }): Row => {
    const time = ` · ${seconds(now - since)}`;
    const text = single(`${name} ${words}${doing === "" ? "" : ` → ${doing}`}`, width - 2 - time.length);
    return [{ text: `${spinner(now)} `, tint: "cyan" }, { text }, { text: time, tint: "gray" }];
  });
  const more = tools.length - TOOLS_SHOWN;
  return more > 0 ? [...rows, [{ text: `  … ${more} more`, tint: "gray" }]] : rows;
}

/** The question, or how long the turn has been at it. */
function stateRows(state: ReplState, now: number): Row[] {
  if (state.questions.length > 0) return keysRows(state);
  const { turn, queue, width } = state;
  if (!turn) return [];
  const esc = queue.length > 0 ? "Esc takes the queue back" : "Esc interrupts";
  const text = `${doing(state)} · ${seconds(now - turn.since)}${turn.stopping ? "" : ` · ${esc}`}`;
  return [
    [
      { text: `${spinner(now)} `, tint: "cyan" },
      { text: single(text, width - 2), tint: "gray" },
    ],
  ];
}

function doing({ turn, tools, stream }: ReplState): string {
  if (turn?.stopping) return "stopping";
  if (turn?.doing !== undefined) return turn.doing;
  if (tools.length > 0) return "tools run";
  if (!stream) return "waiting for the model";
  return stream.kind === "thinking" ? "the model thinks" : "the model answers";
}

function spinner(now: number): string {
  return SPINNER[Math.floor(now / FRAME_MS) % SPINNER.length] ?? "";
}

function statusRow({ hint, mode, model, width }: ReplState): Row {
  if (hint !== "") return [{ text: single(hint, width), tint: "yellow" }];
  return [{ text: single(`mode ${mode} (Shift+Tab) · ${model} · /help`, width), tint: "gray" }];
}
