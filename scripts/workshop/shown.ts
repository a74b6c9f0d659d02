/** What an exercise, and what a run of it came to, look like as text. */
import { join } from "node:path";
import stringWidth from "string-width";
import { wrap } from "#src/terminal/layout.ts";
import type { Paint, Tint } from "#src/terminal/style.ts";
import { textOf } from "../../test/support/law-report.ts";
import { pageOf } from "../../test/support/law-words.ts";
import type { Language } from "../chapter/chapter.ts";
import { type Bench, linkOf } from "./bench.ts";
import { chapterOf } from "./exercises.ts";
import { type Outcome, placeOfFault } from "./grade.ts";
import { sentencesOf } from "./law-sentences.ts";
import { WORDS } from "./words.ts";

/** How it is shown. */
export interface Look {
  readonly language: Language;
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
}

/** Of a case that was being tried, so many lines. */
const MOST_OF_A_CASE = 15;

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

/** What a run came to. */
export function outcomeText(bench: Bench, outcome: Outcome, look: Look): string {
  const { language, paint, width } = look;
  const words = WORDS[language].run;
  const { exercise } = bench;
  switch (outcome.state) {
    case "not-begun": {
      const [first] = outcome.reports;
      const seen = first ? ["", words.plantedSeen, "", textOf(first, language)] : [];
      return [paint("yellow", words.notBegun(linkOf(bench))), ...seen].join("\n");
    }
    case "file-gone":
      return paint("red", wrapped(words.gone(outcome.paths.join(", ")), width));
    case "type-error": {
      const faults = outcome.faults.map((fault) => `  ${placeOfFault(bench, fault)}\n    ${fault.message}`);
      return [paint("red", words.typeError(faults.length)), ...faults].join("\n");
    }
    case "law-broken": {
      const [first, ...more] = outcome.reports;
      return [
        paint("red", words.broken(outcome.reports.length, exercise.laws.length)),
        ...(outcome.isFresh ? [wrapped(words.fresh, width)] : []),
        "",
        first ? textOf(first, language) : "",
        ...(more.length > 0 ? ["", words.alsoBroken(more.map(({ id }) => id).join(", "))] : []),
      ].join("\n");
    }
    case "failed": {
      const failures = outcome.failures.flatMap(({ title, message }) => [
        ...(title === "" ? [] : [`  ${title}`]),
        `    ${message.replaceAll("\n", "\n    ")}`,
      ]);
      return [paint("red", words.failed), ...failures].join("\n");
    }
    case "time-out":
      return timeOutText(outcome, look);
    case "green":
      return [
        paint("green", wrapped(words.green(outcome.seed), width)),
        "",
        paint("cyan", wrapped(words.answer, width)),
        wrapped(exercise.words[language].predict.question, width),
        wrapped(exercise.words[language].predict.answer, width),
      ].join("\n");
    case "left":
      return "";
  }
}

function timeOutText(
  { seconds, isFull, trying }: Extract<Outcome, { state: "time-out" }>,
  { language, paint, width }: Look,
): string {
  const words = WORDS[language].run;
  const said = [paint("red", wrapped(isFull ? words.full : words.late(seconds), width))];
  if (trying) {
    const lines = trying.shown.split("\n");
    said.push(words.tryingCase(trying.id), ...lines.slice(0, MOST_OF_A_CASE).map((line) => `  ${line}`));
    if (lines.length > MOST_OF_A_CASE) said.push(`  ${words.moreLines(lines.length - MOST_OF_A_CASE)}`);
  }
  return said.join("\n");
}

/** Words are wrapped; a line that is indented is code, and stays as it is. */
export function wrapped(text: string, width: number): string {
  const lines = text.split("\n");
  return lines.map((line) => (line.startsWith(" ") ? line : wrap(line, width))).join("\n");
}
