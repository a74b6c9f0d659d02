/** One view of one step of a chapter, as the chapters' pages quote it. */
import { bookNumbered } from "./book.ts";
import type { Language } from "./chapter.ts";
import { pageText, VIEWS, type View } from "./page.ts";

/** Columns of what is printed where there is no terminal, and of what the pages quote. */
export const PRINTED_WIDTH = 80;

/**
 * The view as text, without colour, without a newline at its end; `view` is one of `VIEWS`. Steps count from 1. The chapter
 * is played once a process. Throws where there is no such chapter, step or view.
 */
export async function viewOf(
  number: number,
  step: number | "last",
  view: string,
  language: Language,
): Promise<string> {
  const book = await bookNumbered(number);
  if (!book) throw new Error(`There is no chapter ${number}.`);
  if (!isView(view)) throw new Error(`There is no view "${view}"; there are ${VIEWS.join(", ")}.`);
  const index = step === "last" ? book.steps.length - 1 : step - 1;
  return pageText(book, index, view, { language, width: PRINTED_WIDTH, color: false });
}

function isView(name: string): name is View {
  return VIEWS.some((view) => view === name);
}
