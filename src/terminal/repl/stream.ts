/** Words as they stream in: each row that is full is shown for good, the last one stays open. */
import type { HarnessEvent } from "../../events.ts";
import { fold, paragraph, type Row, type Span } from "./rows.ts";
import type { Stream } from "./running.ts";
import { andThen, type Change, only, type ReplState, shown } from "./state.ts";

/** What may be half of a character, or half of a line's end: the rest of it may be under way. */
const HALF = /[\ud800-\udbff\r]$/;
const THOUGHT: Span = { text: "✻ ", tint: "gray" };
const INDENT: Span = { text: "  " };

/** Adds a piece of an answer. */
export function onDelta(state: ReplState, { kind, text }: Extract<HarnessEvent, { type: "delta" }>): Change {
  const before = state.stream && state.stream.kind !== kind ? settle(state) : only(state);
  return andThen(before, (next) => grown(next, kind, text));
}

/** Shows what is still open: nothing more of it will come. */
export function settle(state: ReplState): Change {
  const { stream } = state;
  if (!stream) return only(state);
  const rows = stream.rest.trim() === "" ? [] : rowsOf(stream, state.width);
  return shown({ ...state, stream: undefined }, stream.kind, rows);
}

/** The rows of what is still open. */
export function openRows({ stream, width }: ReplState): Row[] {
  return stream && stream.rest !== "" ? rowsOf(stream, width) : [];
}

function grown(state: ReplState, kind: Stream["kind"], text: string): Change {
  const begun = state.stream?.begun ?? false;
  const words = (state.stream?.rest ?? "") + text;
  const rest = begun ? words : words.replace(/^\s*\n/, "");
  const half = HALF.exec(rest)?.[0] ?? "";
  const pieces = fold(rest.slice(0, rest.length - half.length), room(kind, state.width));
  const full = pieces.slice(0, -1).join("\n");
  const open: Stream = { kind, rest: (pieces.at(-1) ?? "") + half, begun: begun || pieces.length > 1 };
  const rows = pieces.length > 1 ? rowsOf({ kind, rest: full, begun }, state.width) : [];
  return shown({ ...state, stream: open }, kind, rows);
}

function rowsOf({ kind, rest, begun }: Stream, width: number): Row[] {
  if (kind === "text") return paragraph(rest, { width });
  return paragraph(rest, { width, tint: "gray", lead: begun ? INDENT : THOUGHT });
}

/** How many columns the words of a stream have. */
function room(kind: Stream["kind"], width: number): number {
  return kind === "text" ? width : width - 2;
}
