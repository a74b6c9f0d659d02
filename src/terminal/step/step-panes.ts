/** A step as three panes, and what changed since the step before marked in them. */
import { basename } from "node:path";
import { apiPane, changeMark } from "../api-pane.ts";
import { logRow, type Pane, panesOf } from "../panes.ts";
import type { StepBrush } from "./brush.ts";
import type { SeenLine, SeenLog, Step } from "./step.ts";

/** The most lines that are shown above those of a step. */
const MOST_PARENTS = 4;
/** Characters of a log's name: its session's id begins with them. */
const SHORT_NAME = 8;

/** The three panes, outermost layer first. */
export function stepPanes(
  { frame, sent, log }: Step,
  brush: StepBrush,
): [api: Pane, harness: Pane, log: Pane] {
  const { words, paint } = brush;
  const [, harness = { name: "", rows: [] }] = panesOf(frame, brush);
  const api = frame.api && sent ? apiPane(sent, brush) : [paint("dim", words.labels.nothingSent)];
  return [
    { name: words.labels.api, rows: api },
    harness,
    { name: logName(log, brush), rows: logRows(frame, log, brush) },
  ];
}

function logName(log: SeenLog | undefined, { words }: StepBrush): string {
  if (!log) return words.labels.log;
  const name = log.path === "" ? [] : [shortName(log.path)];
  return [words.labels.log, ...name, words.lines(log.lines.length)].join(" · ");
}

/** The lines of a step, and above them those that they hang on; where it wrote into another log too, that log's apart. */
function logRows({ lines }: Step["frame"], log: SeenLog | undefined, brush: StepBrush): string[] {
  const { words, paint } = brush;
  if (lines.length === 0) return [paint("dim", words.labels.nothingWritten)];
  const own = lines.filter((line) => (line.log ?? log?.path) === log?.path);
  const others = lines.filter((line) => !own.includes(line));
  const row = (mark: string, { number, line }: SeenLine) =>
    `${changeMark(mark, paint)} ${logRow(number, line, brush)}`;
  return [
    ...others.flatMap((line, at) => {
      const isFirst = line.log !== others[at - 1]?.log;
      return [...(isFirst ? [`  ${paint("dim", shortName(line.log ?? ""))}`] : []), row("+", line)];
    }),
    ...hungOn(own, log?.lines ?? []).map((line) => row(" ", line)),
    ...own.map((line) => row("+", line)),
  ];
}

/** The lines of earlier steps that entries hang on. */
function hungOn(own: readonly SeenLine[], all: readonly SeenLine[]): SeenLine[] {
  const parents = new Set(own.map(({ line }) => line["parentUuid"]));
  const earlier = all.slice(0, all.length - own.length);
  return earlier
    .filter(({ line }) => typeof line["uuid"] === "string" && parents.has(line["uuid"]))
    .slice(-MOST_PARENTS);
}

function shortName(path: string): string {
  return `${basename(path, ".jsonl").slice(0, SHORT_NAME)}….jsonl`;
}
