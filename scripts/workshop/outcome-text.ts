/** What a run of an exercise came to, as text. */
import { type LawReport, textOf } from "../../test/support/law-report.ts";
import { type Bench, linkOf } from "./bench.ts";
import { type Outcome, placeOfFault } from "./grade.ts";
import { type Look, wrapped } from "./shown.ts";
import { WORDS } from "./words.ts";

/** Of a case that was being tried, so many lines. */
const MOST_OF_A_CASE = 15;

/** One fault brings others with it; the first ones say what it is. */
const MOST_FAULTS = 8;
/** Of files of which there may be many, so many are named. */
const MOST_FILES = 5;

/** What a run came to, and whether it was of an older source. */
export function outcomeText(bench: Bench, outcome: Outcome, look: Look): string {
  const said = stateText(bench, outcome, look);
  if (bench.older.length === 0 || outcome.state === "green") return said;
  return `${said}\n\n${wrapped(WORDS[look.language].run.older(named(bench.older)), look.width)}`;
}

function named(paths: readonly string[]): string {
  return paths.length > MOST_FILES ? `${paths.slice(0, MOST_FILES).join(", ")}, …` : paths.join(", ");
}

function stateText(bench: Bench, outcome: Outcome, look: Look): string {
  const { language, paint, width } = look;
  const words = WORDS[language].run;
  const { exercise } = bench;
  switch (outcome.state) {
    case "not-begun": {
      const [first] = outcome.reports;
      const seen = first ? ["", words.plantedSeen, "", reportText(first, look)] : [];
      return [paint("yellow", wrapped(words.notBegun(linkOf(bench)), width)), ...seen].join("\n");
    }
    case "file-gone":
      return paint("red", wrapped(words.gone(named(outcome.paths)), width));
    case "type-error": {
      const faults = outcome.faults
        .slice(0, MOST_FAULTS)
        .flatMap((fault) => [
          `  ${placeOfFault(bench, fault)}`,
          ...fault.message.split("\n").flatMap((line) => foldedUnder(line, width)),
        ]);
      return [paint("red", words.typeError(outcome.faults.length)), ...faults].join("\n");
    }
    case "law-broken":
      return brokenText(bench, outcome, look);
    case "failed":
      return failedText(outcome, look);
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

function brokenText(
  { exercise }: Bench,
  { reports, isFresh }: Extract<Outcome, { state: "law-broken" }>,
  look: Look,
): string {
  const { language, paint, width } = look;
  const words = WORDS[language].run;
  const [first, ...more] = reports;
  return [
    paint("red", words.broken(reports.length, exercise.laws.length)),
    ...(isFresh ? [wrapped(words.fresh, width)] : []),
    "",
    first ? reportText(first, look) : "",
    ...(more.length > 0 ? ["", words.alsoBroken(more.map(({ id }) => id).join(", "))] : []),
  ].join("\n");
}

function failedText(
  { failures }: Extract<Outcome, { state: "failed" }>,
  { language, paint, width }: Look,
): string {
  const words = WORDS[language].run;
  const lines = failures.flatMap(({ title, message }) => [
    ...(title === "" ? [] : [`  ${title}`]),
    ...(message === "" ? foldedUnder(words.died, width) : [`    ${message.replaceAll("\n", "\n    ")}`]),
  ]);
  return [paint("red", words.failed), ...lines].join("\n");
}

/** A line of a message in lines that fit, each as far in as it was, and four columns more. */
function foldedUnder(line: string, width: number): string[] {
  const words = line.trimStart();
  const indent = " ".repeat(4 + line.length - words.length);
  return wrapped(words, width - indent.length)
    .split("\n")
    .map((piece) => indent + piece);
}

/** The law is words; the case, and the command that comes to it again, are not. */
function reportText(report: LawReport, { language, width }: Look): string {
  const [law = "", ...rest] = textOf(report, language).split("\n");
  return [wrapped(law, width), ...rest].join("\n");
}

function timeOutText(
  { seconds, isFull, trying }: Extract<Outcome, { state: "time-out" }>,
  { language, paint, width }: Look,
): string {
  const words = WORDS[language].run;
  const said = [paint("red", wrapped(isFull ? words.full : words.late(seconds), width))];
  if (!trying && !isFull) said.push(wrapped(words.slow, width));
  if (trying) {
    const lines = trying.shown.split("\n");
    said.push(words.tryingCase(trying.id), ...lines.slice(0, MOST_OF_A_CASE).map((line) => `  ${line}`));
    if (lines.length > MOST_OF_A_CASE) said.push(`  ${words.moreLines(lines.length - MOST_OF_A_CASE)}`);
  }
  return said.join("\n");
}
