/** Panes to text of a given width. Widths are in terminal cells, so Japanese lines up as well. */
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Pane } from "./panes.ts";
import type { Paint } from "./style.ts";

/** Where there is no terminal to ask. */
export const DEFAULT_WIDTH = 100;

/** What must not begin a line: closing marks, small kana, the long-vowel mark, and white space. */
export const NEVER_FIRST = /^[\s、。,.:;!?」』)】ぁぃぅぇぉっゃゅょァィゥェォッャュョー・…]/;

/** What must not end a line. */
export const OPENING = /[「『(【(]/;
const LATIN = /[\x21-\x7e]/;

/** How many cells of a terminal a text takes. */
export function cellsOf(text: string): number {
  return stringWidth(text);
}

/** A heading over a rule that fills the width. */
export function rule(heading: string, width: number, paint: Paint): string {
  const shown = cut(heading, width - 1);
  const room = Math.max(0, width - stringWidth(shown) - 1);
  return `${paint("bold", shown)} ${paint("dim", "─".repeat(room))}`;
}

/** Below so many columns a row that is cut would say nothing any more. */
const NARROW = 70;

/** A pane: its name over a rule, its rows indented and cut to the width, or where that is narrow broken into several. */
export function paneText(pane: Pane, width: number, paint: Paint): string {
  const rows = pane.rows.flatMap((row) => (width < NARROW ? broken(row, width - 2) : [cut(row, width - 2)]));
  return [rule(pane.name, width, paint), ...rows.map((row) => `  ${row}`)].join("\n");
}

/** A row as several that fit, those behind the first indented. */
function broken(row: string, width: number): string[] {
  const most = Math.max(2, width - 2);
  const pieces = wrapAnsi(row, most, { hard: true, trim: false }).split("\n");
  return pieces.map((piece, at) => (at === 0 ? piece : `  ${piece}`).trimEnd());
}

/**
 * Words broken into lines that fit: between words, which in Japanese have no space between them, and never before a
 * mark that closes.
 */
export function wrap(words: string, width: number): string {
  const lines: string[] = [];
  let line = "";
  for (const piece of unbreakable(words)) {
    if (line !== "" && stringWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += line === "" ? piece.trimStart() : piece;
  }
  return [...lines, line.trimEnd()].join("\n");
}

/** The pieces between which a line may end: a word with its closing marks and the space behind it. */
function unbreakable(words: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter("ja", { granularity: "word" }).segment(words)) {
    const last = pieces.at(-1);
    const clings =
      last !== undefined && (NEVER_FIRST.test(segment) || staysTogether(last.at(-1) ?? "", segment));
    if (clings) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces;
}

/** Latin words with what is written right behind them, and what stands behind an opening mark. */
function staysTogether(before: string, after: string): boolean {
  return OPENING.test(before) || (LATIN.test(before) && LATIN.test(after.charAt(0)));
}

/** One line cut to a width, colours closed; a cut is shown as an ellipsis. */
export function cut(line: string, width: number): string {
  if (stringWidth(line) <= width) return line;
  const [head] = wrapAnsi(line, Math.max(1, width - 1), { hard: true, wordWrap: false, trim: false }).split(
    "\n",
  );
  return `${head}…`;
}
