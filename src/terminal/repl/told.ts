/** Cards and remarks on their way to the screen. Law: question-together */
import type { ToolResultBlock, ToolUseBlock } from "../../wire.ts";
import type { Tint } from "../style.ts";
import { cardOf } from "./cards.ts";
import { neutral, paragraph, type Row } from "./rows.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";

/** Something to be shown: a tool that is done, or a remark. While a question stands it waits, so that the two stay apart. */
export type Told =
  | {
      readonly kind: "card";
      readonly call: ToolUseBlock;
      readonly result: ToolResultBlock;
      readonly elapsedMs: number;
    }
  | { readonly kind: "rows"; readonly rows: readonly Row[] }
  | { readonly kind: "note"; readonly text: string; readonly tint: "yellow" | "red" | "gray" };

/** Shows it, at once or when the question is answered. */
export function tell(state: ReplState, told: Told): Change {
  return state.questions.length > 0 ? only({ ...state, held: [...state.held, told] }) : put(state, told);
}

/** Shows what had to wait. */
export function released(state: ReplState): Change {
  return state.held.reduce(
    (change, told) => andThen(change, (next) => put(next, told)),
    only({ ...state, held: [] }),
  );
}

/** A remark, of the harness or of whoever runs it. */
export function note(state: ReplState, text: string, tint: "yellow" | "red" | "gray"): Change {
  return tell(state, { kind: "note", text, tint });
}

function put(state: ReplState, told: Told): Change {
  const { width } = state;
  if (told.kind === "rows") return shown(state, "note", told.rows);
  if (told.kind === "note") return shown(state, "note", noteRows(told.text, width, told.tint));
  return shown(state, "tool", cardOf(told.call, told.result, told.elapsedMs, width));
}

/** A remark's lines, each with its indentation, which counts for all of its rows where there is room. */
function noteRows(text: string, width: number, tint: Tint): Row[] {
  return neutral(text)
    .split("\n")
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? "";
      if (indent.length === 0 || indent.length * MOST_INDENT > width) return paragraph(line, { width, tint });
      return paragraph(line.slice(indent.length), { width, tint, lead: { text: indent } });
    });
}

/** The part of a row that an indentation may take is one in so many. */
const MOST_INDENT = 4;
