/** The workshop without a terminal: one thing is done and printed. Exit code 0 when green, else 1; 2 where nothing is meant. */
import type { Language } from "../chapter/chapter.ts";
import type { Action, Asked } from "./asked.ts";
import type { Bench } from "./bench.ts";
import type { Desk } from "./desk.ts";
import type { Exercise } from "./exercise.ts";
import { meant, nextOf } from "./exercises.ts";
import { outcomeText } from "./outcome-text.ts";
import { cardOf, type Look, wrapped } from "./shown.ts";
import { jsonOf, rowsOf, tableOf } from "./table.ts";
import { WORDS } from "./words.ts";

/** What is done with one exercise. */
interface Doing {
  readonly desk: Desk;
  readonly bench: Bench;
  readonly asked: Asked;
  readonly look: Look;
  readonly say: (text: string) => void;
}

/** Does what was asked for, and returns the exit code. */
export async function runOnce(
  desk: Desk,
  asked: Asked,
  look: Look,
  say: (text: string) => void,
): Promise<number> {
  const { action } = asked;
  if (action === "list" || action === "report") {
    const rows = rowsOf(desk.exercises, desk.progress);
    say(asked.isJson ? jsonOf(rows) : tableOf(rows, look.language));
    return 0;
  }
  const exercise = chosen(desk, asked);
  if (typeof exercise === "string") {
    say(exercise);
    return 2;
  }
  if (exercise === undefined) {
    say(WORDS[look.language].next.allDone);
    return 0;
  }
  if (action === "next" && exercise.id === desk.progress.current) say(WORDS[look.language].next.notGreen);
  const deed = DEEDS[action ?? "next"] ?? graded;
  return deed({ desk, bench: desk.open(exercise), asked, look, say });
}

/** The exercise that is meant: undefined where all are done, words where none is. */
export function chosen(
  desk: Desk,
  { action, exercise: word, language }: Asked,
): Exercise | string | undefined {
  const words = WORDS[language];
  const { exercises, progress } = desk;
  const isDone = (id: string) => progress.isDone(id);
  if (exercises.length === 0) return words.noExercises;
  if (word !== undefined) {
    const found = meant(exercises, word, isDone);
    if (found.length > 1) return words.several(word, found.map(({ id }) => id).join(", "));
    return found[0] ?? words.noExercise(word);
  }
  const last = exercises.find(({ id }) => id === progress.current);
  const goesOn = action === undefined || action === "next";
  return goesOn || !last ? nextOf(exercises, progress.current, isDone) : last;
}

const DEEDS: Readonly<Partial<Record<Action, (doing: Doing) => number | Promise<number>>>> = {
  hint: hinted,
  solution: solved,
  reset: handedOut,
};

/** The card and what a run comes to. */
async function graded({ desk, bench, asked, look, say }: Doing): Promise<number> {
  const { id } = bench.exercise;
  const words = WORDS[look.language];
  if (asked.action !== "run") say(`${cardOf(bench, look)}\n`);
  const outcome = await desk.run(bench);
  say(outcomeText(bench, outcome, look));
  const isGreen = outcome.state === "green";
  const next = isGreen
    ? words.next.greenWords("npm run workshop next", `npm run workshop solution ${id}`)
    : words.next.editAndRun(`npm run workshop run ${id}`);
  say(`\n${look.paint("bold", next)}`);
  return isGreen ? 0 : 1;
}

function hinted({ desk, bench, look, say }: Doing): number {
  say(wrapped(desk.hint(bench.exercise, look.language), look.width));
  return 0;
}

function solved({ desk, bench, asked, look, say }: Doing): number {
  const words = WORDS[look.language].solution;
  const { exercise } = bench;
  const allowed = desk.allowsSolution(exercise);
  if (allowed === "no") {
    say(words.locked(desk.hintsShown(exercise), exercise.words[look.language].hints.length));
    return 1;
  }
  if (allowed === "ask" && !asked.isSure) {
    say(words.askWords(`npm run workshop solution ${exercise.id} yes`));
    return 1;
  }
  say(solutionText(desk, bench, look));
  return 0;
}

/** The solution as it is shown: a diff, or that there is none. */
export function solutionText(desk: Desk, bench: Bench, { language, paint }: Look): string {
  const words = WORDS[language].solution;
  const patch = desk.solution(bench);
  if (patch === "") return words.same;
  const tinted = patch.split("\n").map((line) => {
    if (line.startsWith("+")) return paint("green", line);
    return line.startsWith("-") ? paint("red", line) : line;
  });
  return [words.title, ...tinted].join("\n");
}

function handedOut({ desk, bench, asked, look, say }: Doing): number {
  if (!asked.isSure) {
    say(WORDS[look.language].reset.askWords(`npm run workshop reset ${bench.exercise.id} yes`));
    return 1;
  }
  say(resetText(desk.reset(bench), look.language));
  return 0;
}

/** What became of a reset. */
export function resetText(kept: readonly string[], language: Language): string {
  const words = WORDS[language].reset;
  return kept.length > 0 ? words.done(kept.join(", ")) : words.nothing;
}
