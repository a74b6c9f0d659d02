/** The chapters cannot drift: their pages are compared with the sources and the plays. `UPDATE=1` sets them right. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Language } from "../../scripts/chapter/chapter.ts";
import { anatomyFaults } from "../../scripts/pages/anatomy.ts";
import { claimsPage } from "../../scripts/pages/claims.ts";
import { fenceFaults } from "../../scripts/pages/fences.ts";
import { stepFaults } from "../../scripts/pages/in-step.ts";
import { type Known, project } from "../../scripts/pages/known.ts";
import { lawChapters, lawsInStep, lawsPage } from "../../scripts/pages/laws.ts";
import { lessonNumber, SECTION, SLUGS } from "../../scripts/pages/lessons.ts";
import { linkFaults } from "../../scripts/pages/links.ts";
import { type Page, pageOf } from "../../scripts/pages/page.ts";
import { allRegionFaults, quotedIn, shownOrCut } from "../../scripts/pages/quoted.ts";
import { firstLink, setRight } from "../../scripts/pages/set-right.ts";
import { statedLaws } from "../../scripts/pages/stated-laws.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const UPDATES = Boolean(process.env["UPDATE"]);
const SET_RIGHT = "UPDATE=1 npx vitest run test/house/chapters.test.ts sets it right";

let known: Known | undefined;

/** The project; read anew once a page of it was written. */
function here(): Known {
  known ??= project();
  return known;
}

/** A page as it is; with UPDATE=1 as it then was made. */
function page(path: string): Page {
  const text = here().read(path);
  if (text === undefined) throw new Error(`${path} is not there.`);
  return pageOf(path, text);
}

function compare(path: string, is: string, due: string): void {
  if (!UPDATES) expect(is, `${path}: ${SET_RIGHT}`).toBe(due);
  else if (is !== due) {
    writeFileSync(join(ROOT, path), due);
    known = undefined;
  }
}

const PAGES = [
  "README.md",
  ...["README.ja.md"].filter((path) => here().read(path) !== undefined),
  ...readdirSync(join(ROOT, "chapters"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `chapters/${name}`),
];
const LESSONS = PAGES.filter((path) => lessonNumber(path) !== undefined);

async function titles(language: Language): Promise<Map<number, string>> {
  const there = [...SLUGS.keys()].filter((at) => here().read(`chapters/${SLUGS[at]}.ts`) !== undefined);
  return new Map(
    await Promise.all(there.map(async (at) => [at + 1, (await here().title(at + 1))[language]] as const)),
  );
}

// The lists come first: lessons quote the sentences that stand in them.
test.each(["en", "ja"] as const)("the list of the laws is the laws as they are, %s", async (language) => {
  const path = language === "en" ? "chapters/laws.md" : "chapters/laws.ja.md";
  const { text } = page(path);
  const made = lawsPage(text, statedLaws(), language, await titles(language));
  compare(path, text, made.text);
  expect(made.faults).toEqual([]);
});

test("the two lists of the laws are in step, and at most a fifth of the laws is beyond the chapters", () => {
  const [english, japanese] = [page("chapters/laws.md").text, page("chapters/laws.ja.md").text];
  expect(lawsInStep(english, japanese)).toEqual([]);
  const chapters = [...lawChapters(english).values()];
  expect(statedLaws().length, "a law's id and sentence are plain texts in its call").toBe(
    Number(here().figures["laws"]),
  );
  expect(chapters.filter((chapter) => chapter === 0).length).toBeLessThanOrEqual(chapters.length / 5);
});

test("every claim is told in a chapter, kept in the source, and shown by a law, an example or words", () => {
  const { text } = page("chapters/claims.md");
  const made = claimsPage(text, here());
  compare("chapters/claims.md", text, made.text);
  expect(made.faults).toEqual([]);
});

test.each(PAGES)("%s quotes the sources and the plays as they are", async (path) => {
  const is = page(path);
  const { text, faults } = await setRight(is, here());
  compare(path, is.text, text);
  expect(faults).toEqual([]);
});

test.each(PAGES)("every link of %s leads somewhere", (path) => {
  expect(linkFaults(page(path), here())).toEqual([]);
});

test.each(LESSONS)("%s is made like every lesson", async (path) => {
  const lesson = page(path);
  const made = await anatomyFaults(lesson, lessonNumber(path) ?? 0, here());
  expect([...made, ...fenceFaults(lesson, here())]).toEqual([]);
});

test("a law that chapters list is, in the list of all laws, a law of one of them", () => {
  const chapterOf = lawChapters(page("chapters/laws.md").text);
  const listed = new Map<string, number[]>();
  for (const path of LESSONS.filter((each) => !each.endsWith(".ja.md")))
    for (const item of page(path).items.filter(({ section }) => section === SECTION.laws)) {
      const id = firstLink(item);
      listed.set(id, [...(listed.get(id) ?? []), lessonNumber(path) ?? 0]);
    }
  const strays = [...listed].filter(([id, chapters]) => !chapters.includes(chapterOf.get(id) ?? 0));
  expect(
    strays.map(
      ([id, chapters]) =>
        `${id}: put its row in chapters/laws.md and laws.ja.md under chapter ${chapters.join(" or ")}`,
    ),
  ).toEqual([]);
});

test.each(SLUGS)("chapters/%s is there in both languages, and they are in step", (slug) => {
  expect(stepFaults(page(`chapters/${slug}.md`), page(`chapters/${slug}.ja.md`))).toEqual([]);
});

test("every region of the source is quoted, shown or cut out, and marked as regions are", async () => {
  const pages = PAGES.map((path) => page(path));
  expect(allRegionFaults(new Set([...quotedIn(pages), ...(await shownOrCut())]))).toEqual([]);
});
