/** What is asked for on the command line: `[what] [exercise or chapter] [yes] [json] [manual] [en|ja]`, in any order but what comes first. */

import { LANGUAGES, type Language, languageOf } from "#src/terminal/language.ts";

/** What can be asked for by name. */
export const ACTIONS = [
  "list",
  "next",
  "run",
  "hint",
  "solution",
  "reset",
  "check",
  "report",
  "help",
] as const;
export type Action = (typeof ACTIONS)[number];

/** What is asked for. */
export interface Asked {
  readonly language: Language;
  /** Left out: what to do next, or at a terminal the workshop itself. */
  readonly action?: Action;
  /** Which exercise, as it was typed. */
  readonly exercise?: string;
  /** The question that would be asked is answered. */
  readonly isSure: boolean;
  readonly isJson: boolean;
  /** Nothing is watched. */
  readonly isManual: boolean;
  /** A word too many. */
  readonly stray?: string;
}

/** Reads the words, with or without dashes (npm swallows those with), and the environment. */
export function askedFor(words: readonly string[], environment: NodeJS.ProcessEnv): Asked {
  const plain = words.map((word) => word.replace(/^--?/, "")).filter((word) => word !== "");
  const language = LANGUAGES.find((each) => plain.includes(each));
  const known = new Set<string>([...LANGUAGES, "json", "manual", "yes", "lang"]);
  const rest = plain.filter((word) => !known.has(word));
  const action = ACTIONS.find((each) => rest[0] === each || (each === "help" && rest[0] === "h"));
  const [exercise, stray] = action === undefined ? rest : rest.slice(1);
  return {
    language: language ?? languageOf(environment),
    isSure: plain.includes("yes"),
    isJson: plain.includes("json"),
    isManual: plain.includes("manual"),
    ...(action === undefined ? {} : { action }),
    ...(exercise === undefined ? {} : { exercise }),
    ...(stray === undefined ? {} : { stray }),
  };
}
