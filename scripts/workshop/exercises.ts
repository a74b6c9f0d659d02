/** Which exercises there are, and which of them is meant by what somebody types. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Exercise } from "./exercise.ts";

const FILE = /^\d\d-[a-z-]+\.exercises\.ts$/;

/** All exercises, in the order of the chapters. Throws where a file of them cannot be loaded. */
export async function loadExercises(chapters: string): Promise<Exercise[]> {
  const files = readdirSync(chapters).filter((name) => FILE.test(name));
  const all: Exercise[] = [];
  for (const file of files.sort()) {
    const loaded = (await import(pathToFileURL(join(chapters, file)).href)) as {
      EXERCISES?: readonly Exercise[];
    };
    if (!loaded.EXERCISES) throw new Error(`chapters/${file} exports no EXERCISES.`);
    const strange = loaded.EXERCISES.find(({ id }) => !id.startsWith(file.slice(0, 3)));
    if (strange) throw new Error(`chapters/${file}: the exercise ${strange.id} is of another chapter.`);
    all.push(...loaded.EXERCISES);
  }
  return all;
}

/** The chapter of an exercise: the number that its id begins with. */
export function chapterOf({ id }: Pick<Exercise, "id">): number {
  return Number.parseInt(id, 10);
}

/**
 * Those that a word means: the id, a part of it that no other has, or a chapter's number: then the first one of it that is
 * not done. More than one where the word is in several.
 */
export function meant(
  exercises: readonly Exercise[],
  word: string,
  isDone: (id: string) => boolean,
): readonly Exercise[] {
  const exact = exercises.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  if (/^\d+$/.test(word)) {
    const ofChapter = exercises.filter((exercise) => chapterOf(exercise) === Number(word));
    return ofChapter.length === 0
      ? []
      : [ofChapter.find(({ id }) => !isDone(id)) ?? (ofChapter[0] as Exercise)];
  }
  return exercises.filter(({ id }) => id.includes(word.toLowerCase()));
}

/** What comes next: the one that is begun, or the first that is not done; undefined when all are. */
export function nextOf(
  exercises: readonly Exercise[],
  current: string | undefined,
  isDone: (id: string) => boolean,
): Exercise | undefined {
  const begun = exercises.find(({ id }) => id === current);
  if (begun && !isDone(begun.id)) return begun;
  // After the one that was done last first; what was passed over before comes round again.
  const at = begun ? exercises.indexOf(begun) : -1;
  const ahead = [...exercises.slice(at + 1), ...exercises.slice(0, Math.max(0, at))];
  return ahead.find(({ id }) => !isDone(id));
}
