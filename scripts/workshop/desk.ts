/** What can be done with an exercise, at a terminal or without one; what was done is remembered. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import type { Language } from "../chapter/chapter.ts";
import { type Bench, fromRoot, isBegun, openBench, readOr, resetBench, type Workplace } from "./bench.ts";
import type { Exercise } from "./exercise.ts";
import { type Grading, grade, holeFile, type Outcome } from "./grade.ts";
import { Progress } from "./progress.ts";
import { WORDS } from "./words.ts";

/** With what a desk is set up. */
export interface DeskOptions {
  readonly place: Workplace;
  readonly exercises: readonly Exercise[];
  readonly grading: Omit<Grading, "signal" | "onTrying">;
  readonly now: () => Date;
}

/** May the solution be seen? `ask`: only after a question, for it is not green. */
export type Allowed = "yes" | "ask" | "no";

/** The learner's desk. */
export class Desk {
  readonly exercises: readonly Exercise[];
  readonly progress: Progress;
  readonly #options: DeskOptions;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.exercises = options.exercises;
    this.progress = new Progress(options.place);
  }

  get place(): Workplace {
    return this.#options.place;
  }

  /** Turns to an exercise; its bench is set up where it is not there. */
  open(exercise: Exercise): Bench {
    const isNew = !isBegun(exercise, this.place);
    const bench = openBench(exercise, this.place);
    if (isNew || !this.progress.of(exercise.id)) this.#note(exercise, {});
    this.progress.turnTo(exercise.id);
    return bench;
  }

  /** Grades it. A run that was called off, or in which nothing was there to try, is no try. */
  async run(bench: Bench, during: Pick<Grading, "signal" | "onTrying"> = {}): Promise<Outcome> {
    const outcome = await grade(bench, { ...this.#options.grading, ...during });
    if (outcome.state === "left") return outcome;
    const { exercise } = bench;
    const before = this.progress.of(exercise.id);
    const isTry = outcome.state !== "not-begun";
    const isFirst = outcome.state === "green" && before?.green === undefined;
    this.#note(exercise, {
      state: outcome.state,
      tries: (before?.tries ?? 0) + (isTry ? 1 : 0),
      ...(isFirst ? { green: this.#options.now().toISOString() } : {}),
    });
    return outcome;
  }

  /** The hints that were shown. */
  hintsShown({ id, words }: Exercise): number {
    return Math.min(this.progress.of(id)?.hints ?? 0, words.en.hints.length);
  }

  /** The next hint of the ladder, with its heading; at the end of it, that there is none. */
  hint(exercise: Exercise, language: Language): string {
    const words = WORDS[language].hint;
    const { hints } = exercise.words[language];
    const shown = this.hintsShown(exercise);
    const hint = hints[shown];
    if (hint === undefined) return words.noMore;
    this.#note(exercise, { hints: shown + 1 });
    return `${words.title(shown + 1, hints.length)} ${hint}`;
  }

  /** May its solution be seen? After green, or after all hints. */
  allowsSolution(exercise: Exercise): Allowed {
    if (this.progress.isDone(exercise.id)) return "yes";
    return this.hintsShown(exercise) === exercise.words.en.hints.length ? "ask" : "no";
  }

  /** What would have to be changed in the learner's file to have the project's; empty where nothing. */
  solution(bench: Bench): string {
    const { root } = this.place;
    const path = join("src", holeFile(bench));
    const mine = join(bench.src, holeFile(bench));
    const before = asLines(readOr(mine) ?? "");
    const after = asLines(readFileSync(join(root, path), "utf8"));
    if (before === after) return "";
    const patch = createTwoFilesPatch(fromRoot(this.place, mine), path, before, after, "", "", {
      context: 3,
    });
    return patch.replace(/^=+\n/, "").trimEnd();
  }

  /** Hands it out anew; returns where the learner's files are kept. */
  reset(bench: Bench): string[] {
    return resetBench(bench);
  }

  #note(exercise: Exercise, change: Parameters<Progress["note"]>[1]): void {
    this.progress.note(exercise.id, change, this.#options.now());
  }
}

/** Without what an editor puts in that nobody sees: it would make a difference of every line. */
function asLines(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
}
