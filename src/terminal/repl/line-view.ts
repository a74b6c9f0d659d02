/** The line that is written, as rows, with the cell that the cursor stands on. */
import { widthOf } from "../../annex/log/one-line.ts";
import { fold, neutral, type Row } from "./rows.ts";
import type { ReplState } from "./state.ts";

/** Rows, and the cell among them that the cursor stands on. */
export interface Live {
  readonly rows: readonly Row[];
  readonly cursor: { readonly row: number; readonly column: number };
}

const PROMPT = "> ";
const REASON = "why not> ";
/** Rows of the terminal that are left to other things. */
const OTHERS = 6;

/** The line; of a long one the rows around the cursor. */
export function lineRows({ editor, aside, width, rows }: ReplState): Live {
  const lead = aside ? REASON : PROMPT;
  const room = width - lead.length - 1;
  const lines = editor.text.split("\n").map((line) => fold(line, room));
  const cursor = cellOf(lines, editor.text.slice(0, editor.cursor));
  const pieces = lines.flat();
  const most = Math.max(1, Math.min(pieces.length, rows - OTHERS));
  const top = Math.max(0, Math.min(cursor.row - most + 1, pieces.length - most));
  const shown = pieces.slice(top, top + most).map((text, index): Row => {
    const before = index + top === 0 ? lead : " ".repeat(lead.length);
    return [{ text: before, tint: "cyan" }, { text: text.trimEnd() }];
  });
  const column = lead.length + Math.min(cursor.column, room);
  return { rows: shown, cursor: { row: cursor.row - top, column } };
}

/** Where the cursor stands behind the text `before` it. */
function cellOf(lines: readonly (readonly string[])[], before: string): { row: number; column: number } {
  const [last = "", ...above] = before.split("\n").reverse();
  let row = above.reduce((sum, _, index) => sum + (lines[index]?.length ?? 0), 0);
  let offset = neutral(last).length;
  const pieces = lines[above.length] ?? [];
  for (const [index, piece] of pieces.entries()) {
    if (offset < piece.length || index === pieces.length - 1) {
      return { row, column: widthOf(piece.slice(0, offset)) };
    }
    offset -= piece.length;
    row += 1;
  }
  return { row, column: 0 };
}
