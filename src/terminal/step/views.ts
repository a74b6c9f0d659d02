/** The views of a step beside its panes: JSON, the tree of the log, what fills the window. */
import { basename } from "node:path";
import { drawTree } from "../../annex/log/drawn/draw-tree.ts";
import { printLine } from "../../log/entry.ts";
import { sessionIdOf } from "../../log/place.ts";
import { windowRows } from "../context/draw.ts";
import { marksFor } from "../context/marks.ts";
import { usedTold } from "../context/words.ts";
import type { Pane } from "../panes.ts";
import { fold, painted } from "../repl/rows.ts";
import type { StepBrush } from "./brush.ts";
import type { Step } from "./step.ts";

/** Columns that a pane needs beside its rows. */
const INDENT = 2;

/** What went over the wire and into the log in this step, as it is. */
export function jsonView({ frame }: Step, { words, paint, width }: StepBrush): Pane {
  const parts: (readonly [name: string, values: readonly unknown[], indent?: number])[] = [
    ["request", frame.api ? [frame.api.request] : [], 1],
    ["response", frame.api?.response ? [frame.api.response] : [], 1],
    [words.labels.log, frame.lines.map(({ line }) => line)],
  ];
  const rows = parts.flatMap(([name, values, indent]) =>
    values.length === 0
      ? []
      : [
          paint("bold", name),
          ...values.flatMap((value) => fold(JSON.stringify(value, null, indent), width - INDENT)),
        ],
  );
  const none = [paint("dim", `${words.labels.nothingSent} · ${words.labels.nothingWritten}`)];
  return { name: words.json, rows: rows.length > 0 ? rows : none };
}

/** The log as a tree, with its leaf, as it stands at this step. */
export function treeView({ log }: Step, { words, paint, width, color }: StepBrush): Pane {
  if (!log || log.lines.length === 0) return { name: words.tree, rows: [paint("dim", words.notWritten)] };
  const name = basename(log.path);
  const sessionId = sessionIdOf(name);
  const bytes = new TextEncoder().encode(log.lines.map(({ line }) => printLine(line)).join(""));
  const drawn = drawTree(bytes, {
    width: width - INDENT,
    color,
    words: words.drawn,
    ...(sessionId !== undefined && { sessionId }),
  });
  return { name: `${words.tree} · ${name}`, rows: drawn.split("\n") };
}

/** What fills the window of the request that was sent last. */
export function contextView({ frame, sent }: Step, { words, paint, width, color }: StepBrush): Pane {
  if (!sent) return { name: words.context, rows: [paint("dim", words.notSent)] };
  const { report } = sent;
  const about = frame.api ? words.request(sent.number) : words.sentIn(sent.number, sent.step);
  const drawing = { width: width - INDENT, marks: marksFor(color, {}), names: words.kinds };
  const rows = windowRows(report, drawing).map((row) => painted(row, paint));
  return { name: `${words.context} · ${about}`, rows: [usedTold(report), "", ...rows] };
}
