/** Which chapters there are, and how one is loaded: alone, for nothing else of them is needed. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Chapter } from "./chapter.ts";

const FOLDER = new URL("../../chapters/", import.meta.url);
/** `00` is the guided run, which `npm start` shows; a second dot belongs to the words, the model, the exercises of a chapter. */
const PLAY = /^(?!00)(\d\d)-[a-z-]+\.ts$/;

/** The numbers of the chapters whose play is there, ascending. */
export function chapterNumbers(): number[] {
  return [...plays().keys()];
}

/** Loads a chapter; undefined where there is none of that number. */
export async function loadChapter(number: number): Promise<Chapter | undefined> {
  const file = plays().get(number);
  if (file === undefined) return undefined;
  const loaded = (await import(new URL(file, FOLDER).href)) as { readonly CHAPTER: Chapter };
  return loaded.CHAPTER;
}

function plays(): Map<number, string> {
  const names = readdirSync(fileURLToPath(FOLDER)).sort();
  return new Map(
    names.flatMap((name) => (PLAY.test(name) ? [[Number(name.slice(0, 2)), name] as const] : [])),
  );
}
