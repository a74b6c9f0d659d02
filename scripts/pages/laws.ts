/**
 * The pages of all laws, `chapters/laws.md` and `chapters/laws.ja.md`. A law's chapter is the heading that its row stands
 * under, and the Japanese sentence is in the Japanese row: both stand there only. All else of a row is made from the sources.
 */
import { basename } from "node:path";
import type { Language } from "../chapter/chapter.ts";
import type { Place, StatedLaw } from "./stated-laws.ts";
import { withRows } from "./tables.ts";

/** The heading of the laws that no chapter is about. */
export const BEYOND = { en: "Beyond the chapters", ja: "章のほか" } as const;

/**
 * The page of the laws in a language, set right, and what only a person can set right, a sentence each. `titles` are the
 * chapters' by number; the heading of one that is not among them stays as it is.
 */
export function lawsPage(
  text: string,
  laws: readonly StatedLaw[],
  language: Language,
  titles: ReadonlyMap<number, string> = new Map(),
): { readonly text: string; readonly faults: string[] } {
  const path = language === "en" ? "chapters/laws.md" : "chapters/laws.ja.md";
  const faults: string[] = [];
  const seen = new Set<string>();
  const titled = text.replace(/^## (\d) · .*$/gm, (heading, number: string) => {
    const title = titles.get(Number(number));
    return title === undefined ? heading : `## ${number} · ${title}`;
  });
  const page = withRows(titled, (cells, line, heading) => {
    const id = idIn(cells[0] ?? "");
    const law = laws.find((each) => each.id === id);
    if (!law || !id) return undefined;
    if (seen.has(id)) faults.push(`${path}:${line}: "${id}" has a row before: leave one.`);
    seen.add(id);
    if (chapterOf(heading) === undefined)
      faults.push(`${path}:${line}: "${id}" stands under "${heading}", which is no chapter.`);
    const sentence = language === "en" ? law.sentence : (cells[1] ?? "");
    if (sentence === "") faults.push(`${path}:${line}: write the sentence of "${id}" in Japanese.`);
    if (/[.。]$/.test(sentence))
      faults.push(`${path}:${line}: the sentence of "${id}" ends with a full stop, which its readers put.`);
    if (/[<*`]/.test(sentence))
      faults.push(`${path}:${line}: the sentence of "${id}" holds a sign that Markdown reads: <, * or \`.`);
    return lawRow(law, sentence);
  });
  for (const { id } of laws)
    if (!seen.has(id))
      faults.push(
        `${path}: put a row "| ${id} | |" under the heading of the chapter that the law is about, or under ` +
          `"${BEYOND[language]}", and run UPDATE=1 npx vitest run test/house/chapters.test.ts.`,
      );
  return { text: page, faults };
}

/** What tells the two pages of the laws apart in more than their words: the same laws under the same chapters, in one order. */
export function lawsInStep(english: string, japanese: string): string[] {
  const rows = { en: idsByChapter(english), ja: idsByChapter(japanese) };
  const at = rows.en.findIndex((row, index) => row !== rows.ja[index]);
  if (at === -1 && rows.en.length === rows.ja.length) return [];
  const where = at === -1 ? rows.en.length : at;
  return [
    `chapters/laws.ja.md: its row ${where + 1} is "${rows.ja[where] ?? "not there"}", in English it is "${rows.en[where] ?? "not there"}".`,
  ];
}

/** The sentences of a page by law, for the language whose page is their only place. */
export function lawSentences(text: string): Map<string, string> {
  const sentences = new Map<string, string>();
  withRows(text, (cells) => {
    const [id, sentence] = [idIn(cells[0] ?? ""), cells[1] ?? ""];
    if (id && sentence) sentences.set(id, sentence);
    return cells;
  });
  return sentences;
}

/** The chapter of each law by the page: its number, 0 for none. */
export function lawChapters(text: string): Map<string, number> {
  const chapters = new Map<string, number>();
  withRows(text, (cells, _, heading) => {
    const id = idIn(cells[0] ?? "");
    if (id) chapters.set(id, chapterOf(heading) ?? 0);
    return cells;
  });
  return chapters;
}

function lawRow({ id, sentence: _, stated, kept }: StatedLaw, sentence: string): string[] {
  const files = new Map(kept.map((place) => [place.path, place]));
  return [
    `<a id="${id}"></a>\`${id}\``,
    sentence,
    linkTo(stated),
    [...files.values()].map(linkTo).join(", "),
  ];
}

function linkTo({ path, line }: Place): string {
  return `[${basename(path)}](../${path}#L${line})`;
}

/** The id in a row's first cell, also where a person has written nothing else. */
function idIn(cell: string): string | undefined {
  return /^(?:<a id="[^"]*"><\/a>)?`?([a-z0-9]+(?:-[a-z0-9]+)*)`?$/.exec(cell)?.[1];
}

/** The number in front of a heading; 0 for laws beyond the chapters. */
function chapterOf(heading: string): number | undefined {
  if (Object.values(BEYOND).some((beyond) => heading.startsWith(beyond))) return 0;
  const number = /^([1-7]) · /.exec(heading)?.[1];
  return number === undefined ? undefined : Number(number);
}

function idsByChapter(text: string): string[] {
  return [...lawChapters(text)].map(([id, chapter]) => `${chapter}: ${id}`);
}
