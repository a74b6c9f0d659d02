/**
 * Text as rows of a terminal. What a model, a tool or a file says is foreign: here it is made harmless and broken into
 * rows that fit, and there is no other way onto the screen.
 */
import { widthOf } from "../../annex/log/one-line.ts";
import { NEVER_FIRST, OPENING } from "../layout.ts";
import type { Paint, Tint } from "../style.ts";

/** A piece of a row in one colour. */
export interface Span {
  readonly text: string;
  readonly tint?: Tint | undefined;
}

/** One row of the screen. */
export type Row = readonly Span[];

/** How a text is set. */
export interface Setting {
  readonly width: number;
  readonly tint?: Tint | undefined;
  /** What stands before its first row; the others are indented as far. */
  readonly lead?: Span | undefined;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const TAB = "    ";
/** Controls, characters that only steer the writing direction and the like, and line separators; the joiner of emoji left out. */
const STEERING = /(?![\n\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * A text in which nothing steers a terminal: what would is shown as `\ufffd`, a tab as spaces, each end of a line as one.
 * Character by character, so a part of a text becomes the same part of what is shown.
 */
export function neutral(text: string): string {
  return text.toWellFormed().replaceAll("\t", TAB).replace(/\r\n?/g, "\n").replace(STEERING, "\ufffd");
}

/** A foreign text as harmless pieces no wider than `width`; joined they are the text. Law: no-raw-control, rows-fit */
export function fold(text: string, width: number): string[] {
  return neutral(text)
    .split("\n")
    .flatMap((line) => foldLine(line, Math.max(2, width)));
}

/** A foreign text as rows. */
export function paragraph(text: string, { width, tint, lead }: Setting): Row[] {
  const indent = lead ? widthOf(lead.text) : 0;
  return fold(text, width - indent).map((piece, index) => {
    const before = lead && (index === 0 ? lead : { text: " ".repeat(indent) });
    const words = { text: piece.trimEnd(), tint };
    return before ? [before, words] : [words];
  });
}

/** A foreign text in one row, white space as one space, cut where it is too long. */
export function single(text: string, width: number): string {
  return cutRow(text.trimStart().slice(0, lookedAt(width)).replace(/\s+/gu, " ").trim(), width);
}

/** A line of a foreign text, cut where it is too long for a row. */
export function cutRow(line: string, width: number): string {
  const shown = neutral(line.slice(0, lookedAt(width))).replaceAll("\n", " ");
  const [first = "", ...more] = foldLine(shown, Math.max(2, width));
  if (more.length === 0 && line.length <= lookedAt(width)) return first;
  const [head = ""] = foldLine(first, Math.max(2, width - 1));
  return `${head.trimEnd()}…`;
}

/** No more of a long text is looked at than can be shown. */
function lookedAt(width: number): number {
  return Math.max(2, width) * 8;
}

/** The rows as bytes for a terminal, in colour or not. */
export function painted(row: Row, paint: Paint): string {
  return row.map(({ text, tint }) => (tint && text !== "" ? paint(tint, text) : text)).join("");
}

/** How many columns a row takes. */
export function rowWidth(row: Row): number {
  return row.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Spaces stay with what they follow: they may hang over the edge, where they are not seen. */
function foldLine(line: string, width: number): string[] {
  if (widthOf(line) <= width) return [line];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  let breakAt = 0;
  let before = "";
  for (const { segment } of graphemes.segment(line)) {
    const columns = widthOf(segment);
    if (mayPart(before, segment)) breakAt = piece.length;
    while (used + columns > width && segment !== " " && piece !== "") {
      const at = breakAt > 0 ? breakAt : piece.length;
      pieces.push(piece.slice(0, at));
      piece = piece.slice(at);
      used = widthOf(piece);
      breakAt = 0;
    }
    piece += segment;
    used += columns;
    before = segment;
  }
  return [...pieces, piece];
}

/** May a row end between these two characters? After a space; around wide ones, but for what must stay together. */
function mayPart(before: string, after: string): boolean {
  if (before === "" || NEVER_FIRST.test(after) || OPENING.test(before)) return false;
  return before === " " || widthOf(before) === 2 || widthOf(after) === 2;
}
