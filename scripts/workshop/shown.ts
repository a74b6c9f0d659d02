/** What an exercise looks like as text. */
import { join } from "node:path";
import stringWidth from "string-width";
import { wrap } from "#src/terminal/layout.ts";
import type { Paint, Tint } from "#src/terminal/style.ts";
import { pageOf } from "../../test/support/law-words.ts";
import type { Language } from "../chapter/chapter.ts";
import { type Bench, linkOf } from "./bench.ts";
import { chapterOf } from "./exercises.ts";
import { sentencesOf } from "./law-sentences.ts";
import { WORDS } from "./words.ts";

/** How it is shown. */
export interface Look {
  readonly language: Language;
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
}

/** The card of an exercise: what is to be done, what is to be guessed, where it is opened. */
export function cardOf(bench: Bench, { language, paint, width }: Look): string {
  const { exercise, place } = bench;
  const words = WORDS[language].card;
  const said = exercise.words[language];
  const page = pageOf(String(chapterOf(exercise)), language, join(place.root, "chapters"));
  const sentences = sentencesOf(place.root, exercise.laws, language);
  const laws = exercise.laws.map((id) => `${id}: ${sentences.get(id) ?? ""}`);
  const rows = (name: string, lines: readonly string[]) => {
    const indent = " ".repeat(stringWidth(name) + 2);
    const folded = lines.flatMap((line) => wrapped(line, width - indent.length).split("\n"));
    return folded.map((line, at) => (at === 0 ? `${paint("bold", name)}  ${line}` : indent + line));
  };
  const needed = exercise.needs.map((need) =>
    need.replace(/^chapter (\d)$/, (_, number) => words.chapter(number)),
  );
  const headed = (tint: Tint, heading: string, text: string) =>
    `${paint(tint, wrapped(heading, width))}\n${wrapped(text, width)}`;
  const about = [words.about(chapterOf(exercise), exercise.minutes)];
  if (exercise.needs.length > 0) about.push(words.needs(needed.join(", ")));
  const { report } = exercise;
  return [
    paint("bold", `${exercise.id} · ${said.title}`),
    paint("dim", about.join(" · ")),
    "",
    headed("cyan", words.after, said.objective),
    "",
    ...(report ? [headed("yellow", words.planted(report.number), report.seen[language]), ""] : []),
    wrapped(said.task, width),
    "",
    headed("cyan", words.predict, said.predict.question),
    "",
    ...rows(words.open, [paint("green", linkOf(bench))]),
    ...rows(words.laws, laws),
    ...(page ? rows(words.read, [page]) : []),
  ].join("\n");
}

/** Words are wrapped; a line that is indented is code, and stays as it is. */
export function wrapped(text: string, width: number): string {
  const lines = text.split("\n");
  return lines.map((line) => (line.startsWith(" ") ? line : wrap(line, width))).join("\n");
}
