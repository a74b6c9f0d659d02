/** A page as it has to be: what comes out of the sources and of running them is put in, all else stays as it is written. */

import { withNumbers } from "../numbers.ts";
import type { Exercise } from "../workshop/exercise.ts";
import { expectedIn } from "./fences.ts";
import type { Known } from "./known.ts";
import { fileNamed, lessonNumber, navigation, SECTION, SLUGS } from "./lessons.ts";
import type { Fence, Page, Words } from "./page.ts";

/** Other lines in the place of some of a page's. */
interface Change {
  /** Lines counted from 1, the last one included. */
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * The text of a page set right: figures; fences that quote the source or a play; in a lesson also its title, its line of
 * links, its laws and its exercises. What cannot be made is left as it is, and told, a sentence each.
 */
export async function setRight(
  page: Page,
  known: Known,
): Promise<{ readonly text: string; readonly faults: string[] }> {
  const faults: string[] = [];
  const changes: Change[] = [];
  const attempt = async (line: number, change: () => Promise<Change | undefined>) => {
    try {
      const made = await change();
      if (made) changes.push(made);
    } catch (error) {
      faults.push(`${page.path}:${line}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  for (const fence of page.fences) await attempt(fence.line, () => fenceChange(page, fence, known));
  const number = lessonNumber(page.path);
  if (number !== undefined) {
    await attempt(1, () => headChange(page, number, known));
    const { items } = page;
    for (const item of items.filter(({ section }) => section === SECTION.laws))
      await attempt(item.line, async () => itemChange(item, lawItem(item, page, known)));
    for (const item of items.filter(({ section }) => section === SECTION.turn))
      await attempt(item.line, async () => itemChange(item, await exerciseItem(item, page, number, known)));
  }
  return { text: withNumbers(changed(page.text, changes), known.figures), faults };
}

async function fenceChange(page: Page, fence: Fence, known: Known): Promise<Change | undefined> {
  const expected = await expectedIn(page, fence, known);
  return expected === undefined ? undefined : fenceHolding(fence, expected);
}

/** A fence with another text in it; its marks are longer than any in the text. */
export function fenceHolding(
  { info, line, lastLine }: Pick<Fence, "info" | "line" | "lastLine">,
  text: string,
): Change {
  const longest = Math.max(2, ...(text.match(/^`{3,}/gm) ?? []).map((marks) => marks.length));
  const marks = "`".repeat(longest + 1);
  return { from: line, to: lastLine, lines: [`${marks}${info}`, ...text.split("\n"), marks] };
}

/** The title, and the links below it. */
async function headChange(page: Page, number: number, known: Known): Promise<Change | undefined> {
  const lines = page.text.split("\n");
  const links = lines.findIndex((line, at) => at > 0 && line.startsWith("["));
  const first = lines.findIndex((line, at) => at > 0 && line.trim() !== "");
  const title = `# ${number} · ${(await known.title(number))[page.language]}`;
  const to = links !== -1 && links === first ? links + 1 : 1;
  return { from: 1, to, lines: [title, "", navigation(number, page.language)] };
}

function itemChange(item: Words, text: string): Change {
  return { from: item.line, to: item.line + item.text.split("\n").length - 1, lines: [`- ${text}`] };
}

function lawItem(item: Words, page: Page, known: Known): string {
  const id = firstLink(item);
  const law = known.laws.get(id);
  if (!law) throw new Error(`there is no law "${id}".`);
  const sentence = law[page.language];
  if (!sentence) throw new Error(`chapters/laws.ja.md has no sentence for "${id}".`);
  return `[${id}](${fileNamed("laws", page.language)}#${id}): ${sentence}${page.language === "ja" ? "。" : "."}`;
}

async function exerciseItem(item: Words, page: Page, number: number, known: Known): Promise<string> {
  const id = firstLink(item);
  const exercise = (await known.exercises(number)).find((each) => each.id === id);
  if (!exercise) throw new Error(`chapter ${number} has no exercise "${id}".`);
  return exerciseWords(exercise, page, number);
}

function exerciseWords({ id, minutes, words }: Exercise, { language }: Page, number: number): string {
  const time = language === "ja" ? `、${minutes} 分` : `, ${minutes} min`;
  return `[${id}](${SLUGS[number - 1]}.exercises.ts)${time}: ${words[language].objective}`;
}

/** The words of the link that an item begins with. Throws where it begins with none. */
export function firstLink(item: Words): string {
  const words = /^\[`?([^\]`]+)`?\]\(/.exec(item.text)?.[1];
  if (!words) throw new Error("an item of this list begins with a link: [id](page).");
  return words;
}

/** A text with lines changed; changes do not overlap. */
export function changed(text: string, changes: readonly Change[]): string {
  const lines = text.split("\n");
  for (const { from, to, lines: made } of [...changes].sort((a, b) => b.from - a.from))
    lines.splice(from - 1, to - from + 1, ...made);
  return lines.join("\n");
}
