/** What the plain model says, in the language it was asked in. */
import { ENGLISH } from "./english.ts";
import { JAPANESE } from "./japanese.ts";
import type { Phrases } from "./phrases.ts";
import { linesOf, type Outcome } from "./plan.ts";
import type { Language, Task } from "./task.ts";
import type { Call } from "./toolbox.ts";

/** The words that end a turn. */
export function answerWords(
  task: Task,
  outcome: Outcome,
  tools: readonly string[],
  language: Language,
): string {
  const say = WORDS[language];
  switch (outcome.kind) {
    case "not understood":
      return say.whoIAm;
    case "no tool":
      return say.noTool(say.deed(task), tools.join(", "));
    case "failed":
      return REFUSED.test(outcome.said)
        ? say.refused(say.deed(task))
        : say.failed(say.deed(task), firstLines(outcome.said, language));
    case "tired":
      return say.tired(say.deed(task));
    case "absent":
      return task.kind === "replace" ? say.absent(task.before, task.file) : say.whoIAm;
    case "ambiguous":
      return say.ambiguous(say.deed(task), outcome.places);
    case "done":
      return doneWords(task, outcome, language);
  }
}

// What harnesses say of a call that nobody allowed. The user has been told by them; it need not be said again.
const REFUSED =
  /\bwas not run\b|\bpermission mode\b|\bpermissions? to (?:use|run|read|write|edit)\b|\b(?:declined|rejected|refused) by the user\b/i;

/** What it thinks before it calls, and before it answers. */
export function thoughtWords(task: Task, calls: readonly Call[], language: Language): string {
  const say = WORDS[language];
  const names = [...new Set(calls.map(({ name }) => name))].join(", ");
  if (task.kind === "unknown") return say.noRule;
  return calls.length > 0 ? say.calling(say.deed(task), names) : say.enough(say.deed(task));
}

function doneWords(task: Task, { results, places }: Outcome & { kind: "done" }, language: Language): string {
  const say = WORDS[language];
  const said = results.map((result) => result.said);
  switch (task.kind) {
    case "read":
      return task.files
        .map((file, index) => say.content(file, shown(said[index] ?? "", language)))
        .join("\n\n");
    case "search":
      return searchWords(task, said.join("\n"), language);
    case "list":
    case "run":
      return say.output(say.deed(task), shown(said.join("\n"), language));
    default:
      return say.done(say.deed(task), places);
  }
}

function searchWords({ text, place }: Task & { kind: "search" }, said: string, language: Language): string {
  const say = WORDS[language];
  const found = linesOf(said).filter((line) => line.toLowerCase().includes(text.toLowerCase()));
  return found.length === 0
    ? say.nowhere(text, place)
    : say.found(text, found.length, shown(found.join("\n"), language));
}

const MOST_LINES = 60;
const WIDEST_LINE = 200;

/** What a tool said, but no more of it than a person wants to see at once; what is left out is counted. */
function shown(said: string, language: Language): string {
  const all = linesOf(said);
  const lines = all.slice(0, all.findLastIndex((line) => line.trim() !== "") + 1);
  const first = lines.slice(0, MOST_LINES).map((line) => beginningOf(line, WIDEST_LINE));
  const text = first.join("\n");
  return first.length < lines.length ? `${text}\n${WORDS[language].more(lines.length - first.length)}` : text;
}

function beginningOf(line: string, most: number): string {
  const points = Array.from(line.slice(0, 2 * most));
  return points.length > most ? `${points.slice(0, most).join("")}…` : line;
}

function firstLines(said: string, language: Language): string {
  return said.trim() === "" ? WORDS[language].nothing : linesOf(said).slice(0, 5).join("\n");
}

const WORDS: Readonly<Record<Language, Phrases>> = { en: ENGLISH, ja: JAPANESE };
