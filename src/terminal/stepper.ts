/**
 * Steps through pages with the keyboard, forward and back. The pages are data: going back undoes nothing. Where there
 * is no terminal, all pages are printed and that is all.
 */
import { type Key, runKeyed } from "./keyed.ts";

/** What is stepped through. */
export interface Pages {
  readonly count: number;
  /** The page as text; called again at each key, so that it may change with the width or the language. */
  readonly draw: (index: number) => string;
  /** What is said when a page is taller than the terminal; `below` lines are still hidden under it. */
  readonly more: (below: number) => string;
  /** The line under each page that names the keys. */
  readonly footer: () => string;
  /** Keys with a meaning of their own, by name; the page is drawn again after them. */
  readonly extra?: Readonly<Record<string, () => void>>;
}

const FOOTER_ROWS = 3;
/** How far a key scrolls a page that is taller than the terminal. */
const SCROLLS: Readonly<Record<string, number>> = { up: -1, k: -1, down: 1, j: 1, pageup: -10, pagedown: 10 };

/** How far a key moves: from the page it is pressed on, among `count`, to which page. */
const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  right: (index) => index + 1,
  n: (index) => index + 1,
  space: (index) => index + 1,
  return: (index) => index + 1,
  left: (index) => index - 1,
  p: (index) => index - 1,
  b: (index) => index - 1,
  home: () => 0,
  end: (_, count) => count - 1,
};

/** Prints every page, for a pipe or a file. */
export function printPages(pages: Pages, output: NodeJS.WritableStream): void {
  for (let index = 0; index < pages.count; index += 1) output.write(`${pages.draw(index)}\n\n`);
}

/** Where the person is: which page, and how many of its lines are scrolled away above. */
interface Place {
  readonly page: number;
  readonly top: number;
}

/** Steps through the pages until the person quits. The terminal is as before when it settles, whatever happens. */
export function stepPages(pages: Pages, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  const program = {
    start: { page: 0, top: 0 },
    draw: (place: Place, rows: number) => screen(pages, place, rows),
    press: (place: Place, { name }: Key, rows: number) => {
      if (name === "q" || name === "escape") return undefined;
      const own = pages.extra && Object.hasOwn(pages.extra, name) ? pages.extra[name] : undefined;
      own?.();
      return moved(place, name, pages, rows);
    },
  };
  return runKeyed(program, input, output);
}

/** Where a key leads; a key without a meaning leads nowhere. A new page is shown from its top. */
function moved(place: Place, key: string, pages: Pages, rows: number): Place {
  const page = Math.min(pages.count - 1, Math.max(0, MOVES[key]?.(place.page, pages.count) ?? place.page));
  if (page !== place.page) return { page, top: 0 };
  const lowest = Math.max(0, pages.draw(page).split("\n").length - room(rows));
  return { page, top: Math.min(lowest, Math.max(0, place.top + (SCROLLS[key] ?? 0))) };
}

function screen(pages: Pages, { page, top }: Place, rows: number): string {
  const lines = pages.draw(page).split("\n");
  const shown = lines.slice(top, top + room(rows));
  const below = lines.length - shown.length - top;
  const cue = lines.length > shown.length ? `${pages.more(below)}\n` : "\n";
  return `${shown.join("\n")}\n${cue}${pages.footer()}\n`;
}

/** How many lines of a page fit above the footer. */
function room(rows: number): number {
  return Math.max(1, rows - FOOTER_ROWS);
}
