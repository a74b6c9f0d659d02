/** A step of a chapter as text: a page with its words and its three layers, or one view of it. */

import { countTokens } from "#mock-api/in-process";
import { cellsOf, cut, paneText, rule, wrap } from "#src/terminal/layout.ts";
import type { Pane } from "#src/terminal/panes.ts";
import { type StepBrush, stepBrush } from "#src/terminal/step/brush.ts";
import { diffView } from "#src/terminal/step/diff-view.ts";
import { fillBar } from "#src/terminal/step/fill-bar.ts";
import type { Step } from "#src/terminal/step/step.ts";
import { stepPanes } from "#src/terminal/step/step-panes.ts";
import { contextView, jsonView, treeView } from "#src/terminal/step/views.ts";
import type { Book } from "./book.ts";
import type { Language, Moment } from "./chapter.ts";
import { type SourcePart, sourcePart } from "./source.ts";
import { VIEWER_WORDS, type ViewerWords } from "./words.ts";

/** The views of a step. `whole` is the page with all three layers; `api`, `harness` and `log` are one of them alone. */
export const VIEWS = [
  "whole",
  "api",
  "harness",
  "log",
  "diff",
  "json",
  "tree",
  "context",
  "source",
  "help",
] as const;
export type View = (typeof VIEWS)[number];

/** How a page is drawn. */
export interface Setting {
  readonly language: Language;
  /** Columns; no line is wider. */
  readonly width: number;
  readonly color: boolean;
}

/** One step, and all that it is drawn with. */
interface Drawing {
  readonly book: Book;
  readonly index: number;
  readonly step: Step;
  readonly moment: Moment | undefined;
  readonly brush: StepBrush;
  readonly language: Language;
}

/** One step in one view: a function of what is given, whatever was shown before. Law: chapter-steps-free */
export function pageText(book: Book, index: number, view: View, setting: Setting): string {
  const step = book.steps[index];
  if (!step) throw new Error(`Chapter ${book.chapter.number} has no step ${index + 1}.`);
  const brush = stepBrush({ ...setting, tokens: countTokens });
  const moment = book.chapter.moments[index];
  const drawing: Drawing = { book, index, step, moment, brush, language: setting.language };
  return view === "whole" ? wholePage(drawing) : paneText(PANES[view](drawing), setting.width, brush.paint);
}

/** The same as a reader of the viewer sees it: under the title of its step. */
export function titledPage(book: Book, index: number, view: View, setting: Setting): string {
  const text = pageText(book, index, view, setting);
  if (view === "whole") return text;
  return `${titleOf(book, index, setting.language, stepBrush({ ...setting, tokens: countTokens }))}\n\n${text}`;
}

function titleOf({ chapter, steps }: Book, index: number, language: Language, { width, paint }: StepBrush) {
  const heading = `${index + 1}/${steps.length} · ${chapter.number} · ${chapter.title[language]}`;
  return rule(heading, width, paint);
}

function wholePage({ book, index, step, moment, brush, language }: Drawing): string {
  const { width, paint } = brush;
  return [
    titleOf(book, index, language, brush),
    ...(index === 0 ? [wrap(book.chapter.question[language], width), ""] : []),
    wrap(moment?.words[language] ?? VIEWER_WORDS[language].noWords, width),
    ...(moment ? [paint("dim", cut(`→ ${placeOf(sourcePart(moment.source))}`, width))] : []),
    "",
    ...stepPanes(step, brush).map((pane) => paneText(pane, width, paint)),
    cut(fillBar(step, brush), width),
  ].join("\n");
}

function placeOf({ path, line, name }: SourcePart): string {
  return `${path}:${line} (${name})`;
}

/** What each view shows but the whole. */
const PANES: Readonly<Record<Exclude<View, "whole">, (drawing: Drawing) => Pane>> = {
  api: ({ step, brush }) => stepPanes(step, brush)[0],
  harness: ({ step, brush }) => stepPanes(step, brush)[1],
  log: ({ step, brush }) => stepPanes(step, brush)[2],
  diff: ({ step, brush }) => diffView(step, brush),
  json: ({ step, brush }) => jsonView(step, brush),
  tree: ({ step, brush }) => treeView(step, brush),
  context: ({ step, brush }) => contextView(step, brush),
  source: sourcePane,
  help: ({ language }) => helpPane(VIEWER_WORDS[language]),
};

function sourcePane({ moment, brush: { words, paint }, language }: Drawing): Pane {
  if (!moment) return { name: words.source, rows: [VIEWER_WORDS[language].noWords] };
  const part = sourcePart(moment.source);
  const rows = part.lines.map((text, at) => `${paint("dim", String(part.line + at).padStart(4))}  ${text}`);
  return { name: `${words.source} · ${placeOf(part)}`, rows };
}

function helpPane({ help, helpRows, marks }: ViewerWords): Pane {
  const column = Math.max(...helpRows.map(([key]) => cellsOf(key)));
  const rows = helpRows.map(([key, does]) => `${key}${" ".repeat(column - cellsOf(key))}  ${does}`);
  return { name: help, rows: [...rows, "", ...marks] };
}
