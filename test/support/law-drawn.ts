/** Draws what a broken law sets side by side: two small trees, or two beginnings with the first difference marked. */
import stringWidth from "string-width";
import type { Contrast } from "./law-contrast.ts";
import { rowsOfTree } from "./law-tree.ts";
import type { LawWords } from "./law-words.ts";

/** Stands before the first row that differs. */
const MARK = "▸ ";
const MARGIN = "  ";
/** Rows that are shown before and behind the first difference. */
const BEFORE = 6;
const BEHIND = 8;
/** Of a long line, what is shown before the first difference: columns. */
const LEAD = 30;

/** A contrast as rows of at most `width` columns (but for trees whose names are longer). */
export function drawContrast(contrast: Contrast, words: LawWords, width = 100): string[] {
  if (contrast.kind === "tree") {
    const sides = [rowsOfTree(contrast.expected, words.leaf), rowsOfTree(contrast.got, words.leaf)] as const;
    return drawTrees(...sides, words, width);
  }
  if (contrast.kind === "blocks") return drawBlocks(contrast.expected, contrast.got, words, width);
  return drawTexts(contrast.expected, contrast.got, words, width).map((row) => MARGIN + row);
}

function drawTrees(
  expected: readonly string[],
  got: readonly string[],
  words: LawWords,
  width: number,
): string[] {
  const at = firstDifference(expected, got);
  const from = Math.max(0, at - BEFORE);
  const to = at + BEHIND;
  const cut = (rows: readonly string[]) => [
    ...(from > 0 ? ["⋮"] : []),
    ...rows.slice(from, to),
    ...(rows.length > to ? ["⋮"] : []),
  ];
  const marked = at - from + (from > 0 ? 1 : 0);
  const [left, right] = [cut(expected), cut(got)];
  const column = Math.max(stringWidth(words.expected), ...left.map((row) => stringWidth(row))) + 4;
  const margin = (row: number) => (row === marked ? MARK : MARGIN);
  if (column + Math.max(...right.map((row) => stringWidth(row))) + MARGIN.length > width) {
    const under = (name: string, rows: readonly string[]) => [
      `${MARGIN}${name}`,
      ...rows.map((row, index) => margin(index) + row),
    ];
    return [...under(words.expected, left), ...under(words.got, right)];
  }
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) =>
    `${margin(row)}${padded(left[row] ?? "", column)}${right[row] ?? ""}`.trimEnd(),
  );
  return [`${MARGIN}${padded(words.expected, column)}${words.got}`, ...rows];
}

/** What both begin with once, then the first that differs, twice. */
function drawBlocks(
  expected: readonly string[],
  got: readonly string[],
  words: LawWords,
  width: number,
): string[] {
  const at = firstDifference(expected, got);
  const digits = String(at + 1).length;
  const number = (index: number) => `${String(index + 1).padStart(digits)} `;
  const from = Math.max(0, at - BEFORE);
  const same = expected
    .slice(from, at)
    .map((block, index) => MARGIN + number(from + index) + cutTo(oneLine(block), width - digits - 3));
  const [one, other] = [expected[at], got[at]];
  const inner = width - digits - 3;
  const rows =
    one !== undefined && other !== undefined
      ? drawTexts(one, other, words, inner)
      : drawSides(
          cutTo(oneLine(one ?? words.noMore), inner - 12),
          cutTo(oneLine(other ?? words.noMore), inner - 12),
          words,
        );
  const parted = rows.map((row, index) =>
    index === 0 ? MARK + number(at) + row : `${" ".repeat(digits + 3)}${row}`,
  );
  const rest = [expected.length - at - 1, got.length - at - 1].map((more) => Math.max(0, more));
  const more = rest.some((count) => count > 0) ? [MARGIN + words.rest(rest[0] ?? 0, rest[1] ?? 0)] : [];
  return [...(from > 0 ? [`${MARGIN}⋮`] : []), ...same, ...parted, ...more];
}

function drawTexts(expected: string, got: string, words: LawWords, width: number): string[] {
  const [one, other] = [[...oneLine(expected)], [...oneLine(got)]];
  const at = firstDifference(one, other);
  const room = width - nameWidth(words) - 2;
  const from = leadFrom(one, at, Math.min(LEAD, room / 2));
  const shown = (text: readonly string[]) => cutTo((from > 0 ? "…" : "") + text.slice(from).join(""), room);
  const lead = stringWidth((from > 0 ? "…" : "") + one.slice(from, at).join(""));
  const place = `${" ".repeat(nameWidth(words) + 2 + lead)}^ ${words.differs(at + 1)}`;
  return [...drawSides(shown(one), shown(other), words), place];
}

/** Where a text begins of which so many columns are shown before a place. */
function leadFrom(text: readonly string[], at: number, columns: number): number {
  let from = Math.min(at, text.length);
  for (let left = columns; from > 0; from -= 1) {
    left -= stringWidth(text[from - 1] ?? "");
    if (left < 0) break;
  }
  return from;
}

function drawSides(expected: string, got: string, words: LawWords): string[] {
  const column = nameWidth(words) + 2;
  return [padded(words.expected, column) + expected, padded(words.got, column) + got];
}

function nameWidth(words: LawWords): number {
  return Math.max(stringWidth(words.expected), stringWidth(words.got));
}

function firstDifference(one: readonly string[], other: readonly string[]): number {
  const most = Math.max(one.length, other.length);
  for (let at = 0; at < most; at += 1) if (one[at] !== other[at]) return at;
  return most;
}

function oneLine(text: string): string {
  return text.replaceAll("\n", "↵");
}

function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - stringWidth(text)));
}

function cutTo(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let room = columns - 1;
  let cut = "";
  for (const character of text) {
    room -= stringWidth(character);
    if (room < 0) break;
    cut += character;
  }
  return `${cut}…`;
}
