/** Text in columns, as wide as the screen. */
import wrapAnsi from "wrap-ansi";

/** A line that begins with something short, and a text that goes on in a column of its own. */
export interface Entry {
  readonly start: string;
  readonly text: string;
}

/** Narrower than this the text begins on a line of its own. */
const NARROW = 48;
const INDENT = "      ";

/**
 * The lines of an entry. On a screen the text is wrapped to its width, beside the start or below it; elsewhere, where
 * `columns` is undefined, it is one line, for `grep`.
 */
export function entryLines({ start, text }: Entry, columns: number | undefined): string[] {
  if (columns === undefined) return [start + text];
  if (columns - start.length >= NARROW) return hung(start, " ".repeat(start.length), text, columns);
  return [...hung("", "  ", start.trimEnd(), columns), ...hung(INDENT, INDENT, text, columns)];
}

/** A text, each line of which begins with its indentation. */
export function hung(first: string, rest: string, text: string, columns: number): string[] {
  const lines = wrapAnsi(text, Math.max(8, columns - rest.length), { hard: true }).split("\n");
  return lines.map((line, nth) => `${nth === 0 ? first : rest}${line}`.trimEnd());
}
