/** What a page is compared with: the project as it is. Tests put a small one in its place. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bilingual, Chapter, Language } from "../chapter/chapter.ts";
import type { View } from "../chapter/page.ts";
import { numbers } from "../numbers.ts";
import type { Exercise } from "../workshop/exercise.ts";
import { lawSentences } from "./laws.ts";
import { SLUGS } from "./lessons.ts";
import { statedLaws } from "./stated-laws.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a page may quote and point to. */
export interface Known {
  /** The text of a file of the project, by its path from the root; undefined where there is none. A folder's is empty. */
  read(path: string): string | undefined;
  /** Each law's sentence by its id; undefined where the language has none yet. */
  readonly laws: ReadonlyMap<string, Readonly<Record<Language, string | undefined>>>;
  /** Figures that texts state, by name. */
  readonly figures: Readonly<Record<string, string>>;
  title(chapter: number): Promise<Bilingual>;
  exercises(chapter: number): Promise<readonly Exercise[]>;
  /** A step of a chapter's play in one view, as `npm run chapter` prints it at 80 columns. Throws for a step that is not there. */
  view(chapter: number, step: number | "last", view: View, language: Language): Promise<string>;
}

/** The project as it is. */
export function project(): Known {
  const read = (path: string) => readOr(join(ROOT, path));
  const japanese = lawSentences(read("chapters/laws.ja.md") ?? "");
  return {
    read,
    laws: new Map(statedLaws().map(({ id, sentence }) => [id, { en: sentence, ja: japanese.get(id) }])),
    figures: numbers(),
    title: async (chapter) => (await partOf<{ CHAPTER: Chapter }>(chapter, ".ts")).CHAPTER.title,
    exercises: async (chapter) =>
      (await partOf<{ EXERCISES: readonly Exercise[] }>(chapter, ".exercises.ts")).EXERCISES,
    async view(chapter, step, view, language) {
      // The plays are loaded where a page shows one.
      const { viewOf } = await import("../chapter/view.ts");
      return viewOf(chapter, step, view, language);
    },
  };
}

async function partOf<T>(chapter: number, ending: string): Promise<T> {
  return (await import(new URL(`../../chapters/${SLUGS[chapter - 1]}${ending}`, import.meta.url).href)) as T;
}

function readOr(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? "" : readFileSync(path, "utf8");
}
