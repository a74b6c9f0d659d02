/** Auto memory: what was noted in earlier sessions. Only the beginning of the notes is shown, so that they stay an index. */

/** Lines of the notes that are shown. */
export const MOST_LINES = 200;
/** Bytes of them that are shown, whichever comes first. */
export const MOST_BYTES = 25 * 1024;

/** What the model is told where the notes go on: nothing of what is not shown, for that may change with each session. */
const GOES_ON = "(Only the beginning of this file is shown.)";

/**
 * The notes as they are shown, and which part that is. It ends with a line, but where the first line alone is too long:
 * then within it, and never within a character. Law: notes-cut
 */
export function shownNotes(source: string): { readonly text: string; readonly remark?: string } {
  const lines = source.trimEnd().split("\n");
  const shown = linesThatFit(lines);
  if (shown.length === lines.length) return { text: shown.join("\n") };
  if (shown.length > 0) {
    const remark = `only the first ${shown.length} of its ${lines.length} lines are shown`;
    return { text: `${shown.join("\n")}\n\n${GOES_ON}`, remark };
  }
  // A character that the cut goes through is held back by the decoder.
  const bytes = new TextEncoder().encode(lines[0]).subarray(0, MOST_BYTES);
  const part = new TextDecoder().decode(bytes, { stream: true });
  const remark = `only the first ${byteLength(part)} bytes of its first line are shown`;
  return { text: `${part}\n\n${GOES_ON}`, remark };
}

function linesThatFit(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let room = MOST_BYTES;
  for (const line of lines.slice(0, MOST_LINES)) {
    room -= byteLength(line);
    if (room < 0) break;
    shown.push(line);
    // The line's end, which the last one shown does not need.
    room -= 1;
  }
  return shown;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
