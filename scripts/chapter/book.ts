/** A chapter that was played: its steps, each with its words and the place of its code. */
import { countTokens } from "#mock-api/in-process";
import { type Step, stepsOf } from "#src/terminal/step/step.ts";
import { playChapter } from "../stage/play.ts";
import type { Chapter } from "./chapter.ts";
import { loadChapter } from "./chapters.ts";

/** All that there is to see of a chapter. */
export interface Book {
  readonly chapter: Chapter;
  readonly steps: readonly Step[];
}

/** Plays a chapter. Throws what the play throws. */
export async function bookOf(chapter: Chapter): Promise<Book> {
  return { chapter, steps: await stepsOf(await playChapter(chapter), countTokens) };
}

const played = new Map<number, Promise<Book | undefined>>();

/** The book of a chapter, played once a process; undefined where there is no such chapter. */
export function bookNumbered(number: number): Promise<Book | undefined> {
  const book = played.get(number) ?? loadChapter(number).then((chapter) => chapter && bookOf(chapter));
  played.set(number, book);
  return book;
}
