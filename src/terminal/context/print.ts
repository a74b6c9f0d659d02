/** A report on a window, printed: drawn at a terminal, else as Markdown, or as JSON. */
import type { ContextReport } from "../../annex/window/report.ts";
import type { Output } from "../output.ts";
import { painted } from "../repl/rows.ts";
import { colorWanted, painter, terminalWidth } from "../style.ts";
import { contextRows } from "./draw.ts";
import { contextMarkdown } from "./markdown.ts";
import { marksFor } from "./marks.ts";

/** Prints it. */
export function printContext(report: ContextReport, json: boolean, out: Output): void {
  const { width } = terminalWidth(process.stdout);
  if (json) out.print(JSON.stringify(report, null, 1));
  else if (width === undefined) out.print(contextMarkdown(report));
  else {
    const color = colorWanted(process.stdout);
    const [paint, marks] = [painter(color), marksFor(color, process.env)];
    out.print(
      contextRows(report, { width, marks, all: true })
        .map((row) => painted(row, paint))
        .join("\n"),
    );
  }
}
