/** The two languages of a page in step: each is written for its readers, and what can be compared is the same. */
import { meaningOf } from "./fences.ts";
import { SECTION } from "./lessons.ts";
import type { Page, Words } from "./page.ts";

/** What differs between a page and its Japanese one, a sentence each. */
export function stepFaults(english: Page, japanese: Page): string[] {
  const compared: readonly [what: string, of: (page: Page) => readonly string[]][] = [
    ["the levels of its headings", (page) => page.headings.map(({ level }) => "#".repeat(level))],
    ["its fences", (page) => page.fences.map(({ info }) => info)],
    ["what stands in its fences", fenceTexts],
    ["its laws and exercises", (page) => page.items.filter(isListed).map(idOf)],
    ["the claims in its comments", (page) => page.comments.map(({ text }) => text).sort()],
    ["its links", linksBySection],
    ["the figures that are counted", (page) => page.text.match(/<!-- n:[a-z-]+ -->/g) ?? []],
    ["the numbers in its tables", (page) => page.cells.flatMap(({ text }) => cellNumbers(text))],
    ["the numbers of its wrong ways", (page) => proseNumbers(page, SECTION.wrong)],
    ["the numbers in its words", (page) => proseNumbers(page)],
  ];
  return compared.flatMap(([what, of]) => {
    const [ours, theirs] = [of(english), of(japanese)];
    const at = ours.findIndex((each, index) => each !== theirs[index]);
    if (at === -1 && ours.length === theirs.length) return [];
    const where = at === -1 ? ours.length : at;
    const [en, ja] = [ours, theirs].map((list) => shown(list[where]));
    return [`${japanese.path}: ${what}: here ${ja}, in English ${en}.`];
  });
}

function shown(text: string | undefined): string {
  return text === undefined ? "no more" : `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}

/** The texts of the fences, but for those that are in the page's language. */
function fenceTexts(page: Page): string[] {
  const spoken = new Set(["play", "mermaid"]);
  return page.fences.filter(({ info }) => !spoken.has(meaningOf(info)?.kind ?? "")).map(({ text }) => text);
}

function isListed({ section }: Words): boolean {
  return section === SECTION.laws || section === SECTION.turn;
}

function idOf({ text }: Words): string {
  return /^\[`?([^\]`]+)/.exec(text)?.[1] ?? text;
}

/** Where links lead, section by section; within one each language has its own order. */
function linksBySection({ links }: Page): string[] {
  return links
    .filter(({ section }) => section > 0)
    .map(({ href, section }) => `section ${section}: ${targetOf(href)}`)
    .sort();
}

/** The same for a page in either language. Headings, and so the anchors that they make, have their own words in each. */
function targetOf(href: string): string {
  const [path = "", anchor] = href.split("#");
  const page = path.replace(/\.ja\.md$/, ".md").replace(/(^https:.*\/)(?:ja|en)\//, "$1");
  const ofHeading = page === "" || (page.endsWith(".md") && !/(^|\/)(laws|claims)\.md$/.test(page));
  return anchor === undefined || ofHeading ? page : `${page}#${anchor}`;
}

/** The numbers of a table's cell: all where it says nothing else, and of those within words the longer ones. */
function cellNumbers(text: string): string[] {
  return numbersIn(text).filter((number) => isLong(number) || !/\p{L}/u.test(text));
}

/** Of two figures and more: those below ten are words in one language and none in the other. */
function isLong(number: string): boolean {
  return number.length > 1;
}

/** The longer numbers, each once, in order of size. */
function proseNumbers(page: Page, section?: number): string[] {
  const words = [...page.paragraphs, ...page.items].filter(
    (each) => section === undefined || each.section === section,
  );
  const found = new Set(words.filter(isProse).flatMap(({ text }) => numbersIn(text)));
  return [...found].filter(isLong).sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b));
}

/** The sentences of laws and of exercises are the language's own, and are compared where they come from. */
function isProse(words: Words): boolean {
  return !isListed(words);
}

function numbersIn(text: string): string[] {
  const bare = text.replace(/\]\([^)]*\)/g, "]").replace(/<!--[\s\S]*?-->/g, "");
  return [...bare.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) => number.replaceAll(",", ""));
}
