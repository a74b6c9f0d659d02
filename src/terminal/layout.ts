/** Panes to text of a given width. Widths are in terminal cells, so Japanese lines up as well. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Pane } from "./panes.ts";
import type { Paint } from "./style.ts";

/** Where there is no terminal to ask. */
export const DEFAULT_WIDTH = 100;

/** Room left at the end of a line for a closing mark that must not begin the next one. */
const CLOSING_WIDTH = 2;

/** A heading over a rule that fills the width. */
export function rule(heading: string, width: number, paint: Paint): string {
  const room = Math.max(0, width - stringWidth(heading) - 1);
  return `${paint("bold", heading)} ${paint("dim", "─".repeat(room))}`;
}

/** A pane: its name over a rule, its rows indented and cut to the width. */
export function paneText(pane: Pane, width: number, paint: Paint): string {
  return [rule(pane.name, width, paint), ...pane.rows.map((row) => `  ${cut(row, width - 2)}`)].join("\n");
}

/** Words broken into lines that fit; in Japanese anywhere, but never before a closing mark. */
export function wrap(words: string, width: number): string {
  return wrapAnsi(words, Math.max(1, width - CLOSING_WIDTH), { hard: true }).replace(
    /\n([、。」』)])/g,
    "$1\n",
  );
}

/** One line cut to a width, colours closed; a cut is shown as an ellipsis. */
export function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const [head] = wrapAnsi(line, Math.max(1, width - 1), { hard: true, wordWrap: false, trim: false }).split(
    "\n",
  );
  return `${head}…`;
}
