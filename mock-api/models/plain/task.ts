/** From plain words, English or Japanese, to one of the few tasks that the plain model knows. */
import { SENTENCES } from "./sentences.ts";

/** What is to be done. */
export type Task =
  | { kind: "list"; folder: string }
  | { kind: "read"; files: string[] }
  | { kind: "search"; text: string; place: string }
  | { kind: "replace"; file: string; before: string; after: string }
  | { kind: "write"; file: string; content: string }
  | { kind: "run"; command: string }
  | { kind: "unknown" };

export type Language = "en" | "ja";

/** The language to answer in. */
export function languageOf(asked: string): Language {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(asked) ? "ja" : "en";
}

/**
 * No sentence that is understood is longer, in characters. What the sentences have to be tried for grows faster than the
 * words do, so beyond that they are not tried at all.
 */
const LONGEST = 500;

/** The task that some words ask for; `unknown` when they ask for none, or for more than is understood. */
export function taskOf(asked: string): Task {
  const trimmed = asked.trim();
  if (trimmed.length > LONGEST) return { kind: "unknown" };
  const words = evenly(trimmed).replace(POLITE_START, "").replace(POLITE_END, "").trim();
  for (const { said, task } of SENTENCES) {
    const fit = said.exec(words);
    const found = fit && task(fit.groups ?? {});
    if (found) return found;
  }
  return { kind: "unknown" };
}

/** The words with one space, or one new line, for each run of white space outside of quotes. */
function evenly(words: string): string {
  return words.replace(QUOTED_OR_SPACE, (found) => {
    if (found.trim() !== "") return found;
    return found.includes("\n") ? "\n" : " ";
  });
}

const QUOTED_OR_SPACE = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|「[^」]*」|『[^』]*』|\s+/g;
const POLITE_START = /^(?:(?:please|now|can you|could you|would you|kindly)[,\s]+)+/i;
const POLITE_END = /(?:[\s,]+(?:please|for me|now))*\s*[.!?。！？]*$/i;
