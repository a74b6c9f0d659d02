/** A report on a window as rows of a terminal. */
import { cutTo, widthOf } from "../../annex/log/one-line.ts";
import type { ContextReport } from "../../annex/window/report.ts";
import type { Section } from "../../annex/window/sections.ts";
import { paragraph, type Row, rowWidth, single } from "../repl/rows.ts";
import { type Cell, cellsOf, type Kind, stretchesOf } from "./grid.ts";
import type { Marks } from "./marks.ts";
import { freesTold, MOST_ITEMS, percentTold, remarksTold, tokensTold, usedTold } from "./words.ts";

/** How a report is drawn. */
export interface Drawing {
  readonly width: number;
  readonly marks: Marks;
  /** Many things of every section? Left out: the largest ones. */
  readonly all?: boolean;
  /** What the kinds are called; left out: by their own names. */
  readonly names?: Readonly<Record<Kind, string>>;
}

/** Cells in a row and in a column. A large window in a wide terminal has smaller cells. */
const ROWS = 10;
const NARROW = 10;
const WIDE = 20;
/** From so many tokens on, and from so many columns on. */
const LARGE_WINDOW = 500_000;
const WIDE_TERMINAL = 90;
/** Columns between the grid and what stands beside it. */
const GAP = 2;

/** The rows of a report. Law: rows-fit, context-drawn */
export function contextRows(report: ContextReport, drawing: Drawing): Row[] {
  const { width, marks } = drawing;
  const heading = `Context ${marks.dot} ${report.model} ${marks.dot} ${usedTold(report, marks.about)}`;
  return [
    ...paragraph(heading, { width, tint: "bold" }),
    ...remarksTold(report).flatMap((remark) =>
      paragraph(remark, { width, tint: report.over > 0 ? "red" : "gray" }),
    ),
    [],
    ...windowRows(report, drawing),
    ...report.sections.flatMap((section) => sectionRows(section, drawing)),
    ...adviceRows(report, drawing),
  ];
}

/** The window as a square of cells, and what each kind of them takes. */
export function windowRows(report: ContextReport, drawing: Drawing): Row[] {
  return beside(gridRows(report, drawing), legendRows(report, drawing), drawing.width);
}

function gridRows(report: ContextReport, { width, marks }: Drawing): Row[] {
  const isLarge = report.window >= LARGE_WINDOW && width >= WIDE_TERMINAL;
  const columns = isLarge ? WIDE : NARROW;
  const cells = cellsOf(report, columns * ROWS);
  return Array.from({ length: ROWS }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns).flatMap((cell, at): Row => {
      const { text, tint } = cellMark(cell, marks);
      return at === 0 ? [{ text, tint }] : [{ text: " " }, { text, tint }];
    }),
  );
}

function cellMark({ kind, isPart }: Cell, marks: Marks) {
  const { full, part, tint } = marks.of[kind];
  return { text: isPart ? part : full, tint };
}

/** Each kind with its mark, its tokens and its share of the window, in columns; where it is narrow, without the last. */
function legendRows(report: ContextReport, { width, marks, names }: Drawing): Row[] {
  const stretches = stretchesOf(report).map((each) => ({ ...each, name: names?.[each.kind] ?? each.kind }));
  const counts = aligned(stretches.map((each) => tokensTold(each.tokens, each.isEstimate, marks.about)));
  const percents = aligned(stretches.map(({ tokens }) => percentTold(tokens, report.window)));
  const longest = Math.max(...stretches.map(({ name }) => widthOf(name)));
  const room = width - widthOf(`M  ${counts[0] ?? ""}`);
  const isNarrow = room < longest + 1 + widthOf(percents[0] ?? "");
  const column = isNarrow ? Math.min(longest, room) : longest;
  return stretches.map(({ kind, name }, index) => {
    const { full, tint } = marks.of[kind];
    const shown = cutTo(name, column);
    const space = " ".repeat(Math.max(0, column - widthOf(shown)));
    const count: Row = [{ text: full, tint }, { text: ` ${shown}${space} ${counts[index]}` }];
    return isNarrow ? count : [...count, { text: ` ${percents[index]}`, tint: "gray" }];
  });
}

function aligned(texts: readonly string[]): string[] {
  const column = Math.max(...texts.map(widthOf));
  return texts.map((text) => text.padStart(column));
}

/** Two blocks of rows side by side, or the second below the first where they do not fit. */
function beside(left: readonly Row[], right: readonly Row[], width: number): Row[] {
  const [own = 0, other = 0] = [left, right].map((rows) => Math.max(...rows.map(rowWidth)));
  if (own + GAP + other > width) return [...left, [], ...right];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const row = left[index] ?? [{ text: " ".repeat(own) }];
    const next = right[index];
    return next ? [...row, { text: " ".repeat(GAP) }, ...next] : row;
  });
}

function sectionRows({ category, command, items }: Section, { width, marks, all = false }: Drawing): Row[] {
  const shown = items.slice(0, all ? MOST_ITEMS.all : MOST_ITEMS.first);
  const counts = aligned(shown.map(({ tokens, isEstimate }) => tokensTold(tokens, isEstimate, marks.about)));
  const left = items.length - shown.length;
  const heading: Row = [
    { text: category, tint: "bold" },
    ...(command === undefined ? [] : [{ text: ` ${marks.dot} ${command}`, tint: "gray" } as const]),
  ];
  const rows = shown.map(({ name, remark }, index): Row => {
    const count = `  ${counts[index]}  `;
    const words = remark ? `${name} (${remark})` : name;
    return [{ text: count, tint: "gray" }, { text: single(words, width - widthOf(count)) }];
  });
  const more: Row[] =
    left > 0
      ? [
          [
            { text: "  " },
            { text: single(`… ${left} more${all ? "" : ": /context all"}`, width - 2), tint: "gray" },
          ],
        ]
      : [];
  return [[], heading, ...rows, ...more];
}

function adviceRows({ suggestions }: ContextReport, { width, marks }: Drawing): Row[] {
  if (suggestions.length === 0) return [];
  const lead = { text: `  ${marks.bullet} `, tint: "yellow" } as const;
  const rows = suggestions.flatMap(({ text, frees }) =>
    paragraph(`${text} ${freesTold(frees)}`.trim(), { width, lead }),
  );
  return [[], [{ text: "What could be done", tint: "bold" }], ...rows];
}
