/** How the chapters write down what is said beside a step of their play. */
import type { Moment } from "../scripts/chapter/chapter.ts";

/** A step's words, in English and in Japanese, and where its code stands. */
export function at(source: string, en: string, ja: string): Moment {
  return { words: { en, ja }, source };
}
