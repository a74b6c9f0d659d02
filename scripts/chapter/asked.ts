/** What is asked for on the command line: `[chapter] [step|all] [en|ja]`, and the language of the environment. */
import { LANGUAGES, type Language, languageOf } from "#src/terminal/language.ts";
import { VIEWER_WORDS } from "./words.ts";

/** What is asked for. */
export interface Asked {
  readonly language: Language;
  /** Left out: the list of chapters. */
  readonly chapter?: number;
  /** Counted from 1. */
  readonly step?: number;
  readonly isAll: boolean;
}

/** Words that cannot be understood; the message says how it is asked. */
export class AskedWrongly extends Error {
  override readonly name = "AskedWrongly";
}

/** Reads the words and the environment. Throws `AskedWrongly`. */
export function askedFor(words: readonly string[], environment: NodeJS.ProcessEnv): Asked {
  const named = LANGUAGES.find((each) => words.includes(each));
  const language = named ?? languageOf(environment);
  const rest = words.filter((word) => word !== named);
  const [chapter, step, ...more] = rest.filter((word) => /^\d{1,4}$/.test(word)).map(Number);
  const isAll = rest.includes("all");
  const stray = rest.find((word) => word !== "all" && !/^\d{1,4}$/.test(word)) ?? more[0];
  if (stray !== undefined || (isAll && (step !== undefined || chapter === undefined))) {
    const { notUnderstood, usage } = VIEWER_WORDS[language];
    throw new AskedWrongly(`${notUnderstood(stray ?? "all")}\n${usage}`);
  }
  return {
    language,
    isAll,
    ...(chapter !== undefined && { chapter }),
    ...(step !== undefined && { step }),
  };
}
