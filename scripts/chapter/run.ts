/** `npm run chapter`: lists the chapters, prints one, or steps through it. */
import { runKeyed } from "#src/terminal/keyed.ts";
import { cut, wrap } from "#src/terminal/layout.ts";
import { colorWanted, painter, terminalWidth } from "#src/terminal/style.ts";
import { type Asked, AskedWrongly } from "./asked.ts";
import { type Book, bookNumbered } from "./book.ts";
import { chapterNumbers, loadChapter } from "./chapters.ts";
import { pageText, type Setting } from "./page.ts";
import { readingOf } from "./reading.ts";
import { PRINTED_WIDTH } from "./view.ts";
import { VIEWER_WORDS } from "./words.ts";

/** The article has as many sections. */
const LAST = 7;
/** Where a page is no longer easy to read. */
const WIDEST = 120;

/** Does what was asked for. Throws `AskedWrongly` for a chapter or a step that there is not. */
export async function runChapter(
  asked: Asked,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<void> {
  const width = () => Math.min(WIDEST, terminalWidth(output).width ?? PRINTED_WIDTH);
  const setting = { language: asked.language, width: width(), color: colorWanted(output) };
  if (asked.chapter === undefined) return void output.write(`${await listText(setting)}\n`);
  const book = await bookNumbered(asked.chapter);
  if (!book) throw new AskedWrongly(VIEWER_WORDS[asked.language].noChapter(asked.chapter, chapterNumbers()));
  const { step, isAll, language } = asked;
  if (step !== undefined && (step < 1 || step > book.steps.length))
    throw new AskedWrongly(VIEWER_WORDS[language].noStep(String(step), book.steps.length));
  if (input.isTTY === true && output.isTTY === true && !isAll)
    return runKeyed(readingOf(book, { ...setting, width, from: (step ?? 1) - 1 }), input, output);
  if (step !== undefined) output.write(`${pageText(book, step - 1, "whole", setting)}\n`);
  else output.write(wholeText(book, setting));
}

/** Every step once, and which chapter comes next. */
export function wholeText(book: Book, setting: Setting): string {
  const pages = book.steps.map((_, index) => `${pageText(book, index, "whole", setting)}\n\n`);
  const { number } = book.chapter;
  return `${pages.join("")}${number < LAST ? `${VIEWER_WORDS[setting.language].next(number + 1)}\n` : ""}`;
}

/** The chapters: number and title, question, how many steps. */
async function listText({ language, width, color }: Setting): Promise<string> {
  const paint = painter(color);
  const words = VIEWER_WORDS[language];
  const chapters = await Promise.all(chapterNumbers().map(loadChapter));
  const rows = chapters.flatMap((chapter) => {
    if (!chapter) return [];
    const { number, title, question, moments } = chapter;
    const heading = `${number} · ${title[language]} · ${words.steps(moments.length)}`;
    const said = wrap(question[language], width - 4).replaceAll(/^/gm, "    ");
    return [paint("bold", cut(heading, width)), said, ""];
  });
  return [...rows, wrap(words.listed, width)].join("\n");
}
