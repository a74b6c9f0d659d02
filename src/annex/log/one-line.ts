/**
 * Text of a log as it may stand in one line of a terminal. What a log holds was written by models, tools and files, so
 * a control sequence in it must not reach the screen.
 */

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const PLAIN = /^[\x20-\x7e]*$/;
/** Text that has one column for each code unit: Latin letters, punctuation, arrows and the lines of drawings. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\ufffd]*$/;
const SPACES = /\s+/gu;
/** Controls and invisible format characters, the joiner of emoji left out. */
const UNSHOWABLE = /(?!\u200d)[\p{Cc}\p{Cf}]/gu;
const NO_WIDTH = /^(?:\p{Mn}|\p{Me}|\u200d|\ufe0f)+$/u;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u;
/** The blocks that Unicode's East Asian Width calls wide or fullwidth, emoji apart. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;

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
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += columnsOf(segment);
  return width;
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
    width += columnsOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function columnsOf(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) || EMOJI.test(character) ? 2 : 1;
}
