/** What every lesson is made of, in this order, so that a reader who knows one knows where to look in all. */

import { meaningOf } from "./fences.ts";
import type { Known } from "./known.ts";
import { SECTION, SECTIONS, SLUGS } from "./lessons.ts";
import type { Fence, Page } from "./page.ts";
import { firstLink } from "./set-right.ts";

const LONGEST = 300;

/** What a lesson lacks or has too much of, a sentence each. */
export async function anatomyFaults(page: Page, number: number, known: Known): Promise<string[]> {
  const lines = page.text.trimEnd().split("\n").length;
  const headings = page.headings.filter(({ level }) => level === 2).map(({ text }) => text);
  const due = SECTIONS[page.language];
  return [
    ...(lines > LONGEST ? [`it has ${lines} lines, more than ${LONGEST}.`] : []),
    ...(headings.join("\n") === due.join("\n")
      ? []
      : [`its sections are "${headings.join('", "')}", and have to be "${due.join('", "')}".`]),
    ...(page.paragraphs.filter(({ section }) => section === 0).length < 2
      ? ["between its links and its first section it asks no question."]
      : []),
    ...runFaults(page, number),
    ...sourceFaults(page),
    ...lawFaults(page),
    ...wrongWayFaults(page),
    ...(await turnFaults(page, number, known)),
  ].map((fault) => `${page.path}: ${fault}`);
}

function fencesIn(page: Page, section: number, kind: string): Fence[] {
  return page.fences.filter((fence) => fence.section === section && meaningOf(fence.info)?.kind === kind);
}

function runFaults(page: Page, number: number): string[] {
  const command = `npm run chapter ${number}`;
  const told = fencesIn(page, SECTION.run, "sh").some(({ text }) => text.split("\n").includes(command));
  return [
    ...(told ? [] : [`its first section does not say "${command}" in an sh fence.`]),
    ...counted("steps of the play", fencesIn(page, SECTION.run, "play").length, 2, 4),
  ];
}

function sourceFaults(page: Page): string[] {
  const quoted = fencesIn(page, SECTION.how, "source");
  const files = new Set(quoted.map(({ info }) => info.replace(/^ts |#.*$/g, "")));
  const linked = new Set(page.links.filter(({ section }) => section === SECTION.how).map(({ href }) => href));
  return [
    ...counted("parts of the source", quoted.length, 3, 6),
    ...[...files]
      .filter((path) => ![...linked].some((href) => href.replace(/#.*$/, "") === `../${path}`))
      .map((path) => `it quotes ${path} and has no link to it.`),
  ];
}

function lawFaults(page: Page): string[] {
  const listed = page.items.filter(({ section }) => section === SECTION.laws).map(({ text }) => text);
  const twice = listed.filter((text, at) => listed.indexOf(text) !== at);
  return [
    ...counted("laws", listed.length, 5, 12),
    ...twice.map((text) => `it lists the law "${text.slice(0, 40)}" twice.`),
  ];
}

/** Above each wrong way stands what one does and what comes of it: a heading, or a sentence in bold. */
function wrongWayFaults(page: Page): string[] {
  const wrong = fencesIn(page, SECTION.wrong, "wrong");
  const lines = page.text.split("\n");
  const unnamed = wrong.filter(({ line }) => {
    const before = page.fences.filter((fence) => fence.lastLine < line).at(-1)?.lastLine ?? 0;
    return !lines.slice(before, line - 1).some((each) => /^(### |\*\*)/.test(each));
  });
  const strays = page.fences.filter(
    ({ info, section }) => section !== SECTION.wrong && meaningOf(info)?.kind === "wrong",
  );
  return [
    ...counted("wrong ways", wrong.length, 3, 5),
    ...unnamed.map(
      ({ line }) => `above the wrong way in line ${line} stands no heading and no sentence in bold.`,
    ),
    ...strays.map(({ line }) => `the wrong way in line ${line} stands outside of its section.`),
  ];
}

async function turnFaults(page: Page, number: number, known: Known): Promise<string[]> {
  const listed = page.items.filter(({ section }) => section === SECTION.turn);
  try {
    const due = (await known.exercises(number)).map(({ id }) => id).join(", ");
    const ids = listed.map(firstLink).join(", ");
    return due === ids ? [] : [`it lists the exercises "${ids}", and the chapter has "${due}".`];
  } catch (error) {
    return [
      `its exercises: ${error instanceof Error ? error.message : String(error)} (${SLUGS[number - 1]})`,
    ];
  }
}

function counted(what: string, count: number, least: number, most: number): string[] {
  return count < least || count > most
    ? [`it has ${count} ${what}, and has to have ${least} to ${most}.`]
    : [];
}
