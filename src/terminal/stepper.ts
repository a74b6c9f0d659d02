/**
 * Steps through pages with the keyboard, forward and back. The pages are data: going back undoes nothing. Where there
 * is no terminal, all pages are printed and that is all.
 */
import { emitKeypressEvents } from "node:readline";

/** What is stepped through. */
export interface Pages {
  readonly count: number;
  /** The page as text; called again at each key, so that it may change with the width or the language. */
  readonly draw: (index: number) => string;
  /** The line under each page that names the keys. */
  readonly footer: () => string;
  /** Keys with a meaning of their own, by name; the page is drawn again after them. */
  readonly extra?: Readonly<Record<string, () => void>>;
}

const CLEAR = "\x1b[H\x1b[2J";

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

/** Steps through the pages until the person quits. The terminal is as before when it settles, whatever happens. */
export function stepPages(pages: Pages, input: NodeJS.ReadStream, output: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    let index = 0;
    const show = () => output.write(`${CLEAR}${pages.draw(index)}\n\n${pages.footer()}\n`);
    const leave = () => {
      input.off("keypress", press);
      output.off("resize", show);
      process.off("exit", restore);
      restore();
      input.pause();
      resolve();
    };
    const restore = () => input.setRawMode(false);
    const press = (_: string | undefined, key: { name?: string; ctrl?: boolean }) => {
      const name = key.name ?? "";
      if (name === "q" || name === "escape" || (key.ctrl && (name === "c" || name === "d"))) return leave();
      const move = MOVES[name];
      if (move) index = Math.min(pages.count - 1, Math.max(0, move(index, pages.count)));
      else if (pages.extra && Object.hasOwn(pages.extra, name)) pages.extra[name]?.();
      else return undefined;
      return show();
    };
    emitKeypressEvents(input);
    input.setRawMode(true);
    process.once("exit", restore);
    input.on("keypress", press);
    output.on("resize", show);
    input.resume();
    show();
  });
}
