/** The window in one line: what fills it, what is left. */

import { count } from "../api-pane.ts";
import { cellsOf } from "../context/grid.ts";
import { marksFor } from "../context/marks.ts";
import { percentTold } from "../context/words.ts";
import type { StepBrush } from "./brush.ts";
import type { Step } from "./step.ts";

const CELLS = 24;

/** The line, for the request that was sent last; a cell for whatever takes any room. */
export function fillBar({ sent }: Step, { words, paint, color }: StepBrush): string {
  if (!sent) return paint("dim", `${words.window} · ${words.notSent}`);
  const { report } = sent;
  const marks = marksFor(color, {});
  const cells = cellsOf(report, CELLS).map(({ kind, isPart }) => {
    const { full, part, tint } = marks.of[kind];
    return paint(tint, isPart ? part : full);
  });
  const told = words.fill(
    count(report.total),
    count(report.window),
    percentTold(report.total, report.window),
  );
  return `${words.window} [${cells.join("")}] ${told}`;
}
