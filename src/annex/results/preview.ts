/** The beginning of a text, as far as there is room, and no character of it in two. */

const CHARACTERS = new Intl.Segmenter("en");
/** Code units behind the cut that are looked at, to tell whether a character goes on there. */
const LOOK_AHEAD = 32;

/**
 * The first characters of a text, at most `most` bytes of UTF-8: a character is what a reader takes for one, so neither a
 * pair of surrogates nor an emoji of several parts is cut. Where a line ends in the last half of it, it ends with that
 * line. Law: preview-whole
 */
export function headOf(text: string, most: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(most));
  if (read === text.length) return text;
  const whole = text.slice(0, startOfCharacter(text, read));
  const lines = whole.lastIndexOf("\n") + 1;
  return lines > whole.length / 2 ? whole.slice(0, lines) : whole;
}

/** Where the character begins that stands at `at`; one that is longer than all before it is cut between its parts. */
function startOfCharacter(text: string, at: number): number {
  const index = CHARACTERS.segment(text.slice(0, at + LOOK_AHEAD)).containing(at)?.index;
  return index === undefined || index === 0 ? at : index;
}
