/** What the workshop itself says, in the two languages. What an exercise says stands in the exercise. */
import type { Language } from "../chapter/chapter.ts";
import type { State } from "./grade.ts";
import { ENGLISH } from "./words.en.ts";
import { JAPANESE } from "./words.ja.ts";

/** All of it. A function takes what is only known then. */
export interface Words {
  readonly usage: string;
  readonly keys: string;
  readonly states: Readonly<Record<State, string>>;
  readonly card: {
    readonly about: (chapter: number, minutes: number) => string;
    readonly chapter: (number: number | string) => string;
    readonly needs: (what: string) => string;
    readonly after: string;
    readonly predict: string;
    readonly planted: (report: number) => string;
    readonly open: string;
    readonly laws: string;
    readonly read: string;
  };
  readonly run: {
    readonly types: string;
    readonly trying: (laws: string) => string;
    readonly notBegun: (link: string) => string;
    readonly plantedSeen: string;
    readonly gone: (paths: string) => string;
    readonly typeError: (count: number) => string;
    readonly broken: (broken: number, all: number) => string;
    readonly fresh: string;
    readonly alsoBroken: (laws: string) => string;
    readonly failed: string;
    readonly late: (seconds: number) => string;
    readonly full: string;
    readonly slow: string;
    readonly died: string;
    readonly older: (paths: string) => string;
    readonly tryingCase: (law: string) => string;
    readonly moreLines: (count: number) => string;
    readonly green: (seed: number) => string;
    readonly answer: string;
  };
  readonly next: {
    readonly edit: string;
    readonly editAndRun: (run: string) => string;
    readonly greenKeys: string;
    readonly greenWords: (next: string, solution: string) => string;
    readonly allDone: string;
    readonly notGreen: string;
  };
  readonly hint: {
    readonly title: (number: number, all: number) => string;
    readonly noMore: string;
  };
  readonly solution: {
    readonly locked: (shown: number, all: number) => string;
    readonly ask: string;
    readonly askWords: (command: string) => string;
    readonly same: string;
    readonly title: string;
  };
  readonly reset: {
    readonly ask: string;
    readonly askWords: (command: string) => string;
    readonly done: (kept: string) => string;
    readonly nothing: string;
  };
  readonly list: {
    readonly title: (done: number, all: number) => string;
    readonly ask: string;
    readonly columns: readonly [
      id: string,
      state: string,
      minutes: string,
      tries: string,
      hints: string,
      seconds: string,
    ];
  };
  readonly watch: {
    readonly on: (folder: string) => string;
    readonly polls: string;
    readonly off: string;
  };
  readonly aside: (kept: string) => string;
  readonly noExercise: (word: string) => string;
  readonly several: (word: string, ids: string) => string;
  readonly noExercises: string;
  readonly notUnderstood: (word: string) => string;
  readonly noRaw: string;
  readonly leaves: string;
  readonly disk: (folder: string) => string;
}

/** English and Japanese, with the same keys. */
export const WORDS: Readonly<Record<Language, Words>> = { en: ENGLISH, ja: JAPANESE };
