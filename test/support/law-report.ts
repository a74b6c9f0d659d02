/** The report of a broken law: as data that programs read, and as the text that a person does. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#src/terminal/language.ts";
import type { Contrast } from "./law-contrast.ts";
import { drawContrast } from "./law-drawn.ts";
import { LAW_WORDS, placeOf } from "./law-words.ts";

/** What there is to say of a law that was seen to be broken. */
export interface LawReport {
  readonly version: 1;
  readonly id: string;
  /** In English, as the law says it. */
  readonly sentence: string;
  /** The smallest case found: each generated value as it prints, most of them as a short program. */
  readonly case: readonly string[];
  /** The same values without their short form. */
  readonly raw: string;
  /** What was thrown. */
  readonly because: string;
  readonly contrast?: Contrast;
  readonly seed: number;
  /** What `GLASS_PATH` takes to come to this case at once. */
  readonly path: string;
  /** The case that failed was tried after so many others. */
  readonly runs: number;
  readonly shrinks: number;
  /** The copy of `src` that was tried, as `GLASS_SUBJECT` named it. */
  readonly subject?: string;
}

/** The whole report, in the reader's language. */
export function textOf(report: LawReport, language: Language = "en"): string {
  const words = LAW_WORDS[language];
  const place = placeOf(report.id, language);
  const { sentence = report.sentence } = place;
  // Of a law that no chapter tells, its row in the list says where it is kept.
  const row = place.sentence && `chapters/laws${language === "ja" ? ".ja" : ""}.md#${report.id}`;
  const page = place.page ?? row;
  return [
    `${words.broken} ${language === "en" ? report.sentence : sentence}`,
    `${words.smallest(report.shrinks)}`,
    counterexampleOf(report, language),
    ...(page ? [`${words.chapter} ${page}`] : []),
    `${words.replay}  ${replayOf(report)}`,
  ].join("\n");
}

/** What a chapter prints: the case, the cause, and what was expected and came. */
export function counterexampleOf(report: LawReport, language: Language = "en"): string {
  const words = LAW_WORDS[language];
  const drawn = report.contrast ? drawContrast(report.contrast, words) : [];
  const because = words.causes[report.because] ?? report.because;
  return [...report.case.map(indent), words.because, indent(because), ...drawn].join("\n");
}

/** The command that tries the law on this case again. */
export function replayOf({ id, seed, path, subject }: LawReport): string {
  const on = subject ? `GLASS_SUBJECT=${subject} ` : "";
  return `${on}GLASS_SEED=${seed} GLASS_PATH=${path} npx vitest run -t "${id}:"`;
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}

/** Leaves a report in a folder as `<law's id>.json`; the first of a law stays. */
export function leaveReport(folder: string, report: LawReport): void {
  const path = join(folder, `${report.id}.json`);
  if (!existsSync(path)) writeFileSync(path, JSON.stringify(report, null, 1));
}

/** The reports that a run has left in a folder. */
export function readReports(folder: string): LawReport[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as LawReport);
}

/** Says in a folder which case of a law is being tried: for whoever has to end a run that does not end. */
export function sayTrying(folder: string, id: string, shown: string): void {
  writeFileSync(join(folder, `${id}.trying`), shown);
}

/** No case of this law is being tried any more. */
export function doneTrying(folder: string, id: string): void {
  rmSync(join(folder, `${id}.trying`), { force: true });
}

/** The law and the case at which a run was ended; undefined where it was at none. */
export function leftTrying(folder: string): { readonly id: string; readonly shown: string } | undefined {
  const name = readdirSync(folder).find((each) => each.endsWith(".trying"));
  if (name === undefined) return undefined;
  return { id: name.slice(0, -".trying".length), shown: readFileSync(join(folder, name), "utf8") };
}
