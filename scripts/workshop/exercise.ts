/** What an exercise of the workshop is: a hole in the real source, and the laws that see whether it is filled. */
import type { Bilingual, Language } from "../chapter/chapter.ts";

/** What is asked and said, in one language. */
export interface ExerciseWords {
  readonly title: string;
  /** What you can do afterwards. */
  readonly objective: string;
  /** What is to be done, and what is known for it: a few short sentences. */
  readonly task: string;
  /** To be answered before the first run, and the answer, shown after green. */
  readonly predict: { readonly question: string; readonly answer: string };
  /** A ladder of three: what to think of, where to look, the line itself (in words, or nearly in code). */
  readonly hints: readonly [string, string, string];
}

/** An exercise. Its solution is the source as it is. */
export interface Exercise {
  /** As it is asked for: `04-walk-the-path`, the chapter's number in front. */
  readonly id: string;
  readonly minutes: number;
  /** Ids of exercises, or numbers of chapters (`chapter 4`), that should come first. Each can be done without. */
  readonly needs: readonly string[];
  /** The laws that grade it, by id. Each one fails on the exercise as it is handed out. */
  readonly laws: readonly string[];
  /** Where it is cut: `src/log/path.ts#walkUp`, a function or method (then its body is taken) or a region (then all of it). */
  readonly hole: string;
  /**
   * What stands in the hole when the exercise begins. Left out: a statement that throws and names the exercise. For a
   * planted fault: source that compiles, is whole (for a function the whole function), and is wrong.
   */
  readonly planted?: string;
  /** The public report that the fault stands for: its number in `bug report N` of this project, and what users saw. */
  readonly report?: { readonly number: number; readonly seen: Bilingual };
  readonly words: Readonly<Record<Language, ExerciseWords>>;
}
