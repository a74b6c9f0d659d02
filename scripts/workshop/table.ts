/** The list of exercises, and how far a learner has come in them: for a person, and as data for a class. */
import stringWidth from "string-width";
import type { Language } from "../chapter/chapter.ts";
import type { Exercise } from "./exercise.ts";
import { chapterOf } from "./exercises.ts";
import type { State } from "./grade.ts";
import type { Progress } from "./progress.ts";
import { WORDS } from "./words.ts";

/** How far a learner has come in one exercise. */
export interface Row {
  readonly id: string;
  readonly chapter: number;
  readonly minutes: number;
  /** What the last run came to, or `green` where it once was; null where it was never opened. */
  readonly state: State | null;
  readonly tries: number;
  readonly hints: number;
  /** From when it was opened to when it was green first; null as long as it is not. */
  readonly seconds: number | null;
}

/** One row an exercise. */
export function rowsOf(exercises: readonly Exercise[], progress: Progress): Row[] {
  return exercises.map((exercise) => {
    const { id, minutes } = exercise;
    const standing = progress.of(id);
    const { green, begun = "" } = standing ?? {};
    return {
      id,
      chapter: chapterOf(exercise),
      minutes,
      state: green === undefined ? (standing?.state ?? null) : "green",
      tries: standing?.tries ?? 0,
      hints: standing?.hints ?? 0,
      seconds:
        green === undefined ? null : Math.max(0, Math.round((Date.parse(green) - Date.parse(begun)) / 1000)),
    };
  });
}

/** The table as text. */
export function tableOf(rows: readonly Row[], language: Language): string {
  const words = WORDS[language];
  const cells = rows.map(({ id, state, minutes, tries, hints, seconds }) => [
    `${state === "green" ? "✓" : state === null ? " " : "·"} ${id}`,
    words.states[state ?? "not-begun"],
    ...[minutes, tries, hints, seconds ?? ""].map(String),
  ]);
  const [first, ...others] = words.list.columns;
  const all = [[`  ${first}`, ...others], ...cells];
  const widths = words.list.columns.map((_, column) =>
    Math.max(...all.map((row) => stringWidth(row[column] ?? ""))),
  );
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - stringWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
  const done = rows.filter(({ state }) => state === "green").length;
  return [...lines, "", words.list.title(done, rows.length)].join("\n");
}

/** The same for a program. */
export function jsonOf(rows: readonly Row[]): string {
  return JSON.stringify({ version: 1, exercises: rows }, null, 2);
}
