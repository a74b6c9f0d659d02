/**
 * Text of a log as it may stand in one line of a terminal. What a log holds was written by models, tools and files, so
 * a control sequence in it must not reach the screen.
 */
import stringWidth from "string-width";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const PLAIN = /^[\x20-\x7e]*$/;
/** Text that has one column for each code unit: Latin letters, punctuation, arrows and the lines of drawings. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\ufffd]*$/;
const SPACES = /\s+/gu;
/** Controls and invisible format characters, the joiner of emoji left out. */
const UNSHOWABLE = /(?!\u200d)[\p{Cc}\p{Cf}]/gu;
/** The text in one line: runs of white space as one space, control characters and broken surrogates as `\ufffd`. */
export function oneLine(text: string): string {
  if (PLAIN.test(text)) return text.replace(SPACES, " ").trim();
  return text.toWellFormed().replace(SPACES, " ").trim().replace(UNSHOWABLE, "\ufffd");
}

/** The beginning of a text in one line, long enough to fill `columns`; so a huge text costs no more than a short one. */
export function beginning(text: string, columns: number): string {
  return oneLine(text.trimStart().slice(0, columns * 4));
}

/** How many columns a terminal gives the text: two for East Asian wide characters and emoji. */
export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** The text in at most `columns` columns, cut between whole characters; `…` stands for what was cut off. */
export function cutTo(text: string, columns: number): string {
  // No character is more than two columns wide, so a short text needs no measuring.
  if (text.length * 2 <= columns || widthOf(text) <= columns) return text;
  if (columns < 1) return "";
  if (NARROW.test(text)) return `${text.slice(0, columns - 1)}…`;
  let kept = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
