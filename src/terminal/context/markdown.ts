/** A report on a window as Markdown, for where there is no terminal. */
import { oneLine } from "../../annex/log/one-line.ts";
import type { ContextReport } from "../../annex/window/report.ts";
import { stretchesOf } from "./grid.ts";
import { freesTold, MOST_ITEMS, percentTold, remarksTold, tokensTold, usedTold } from "./words.ts";

/** The document, without a newline at its end; many things of all sections. */
export function contextMarkdown(report: ContextReport): string {
  const { model, window, sections, suggestions } = report;
  const rows = stretchesOf(report).map(({ kind, tokens, isEstimate }) =>
    row([kind, tokensTold(tokens, isEstimate), percentTold(tokens, window)]),
  );
  const tables = sections.flatMap(({ category, command, items }) => [
    `### ${category}${command === undefined ? "" : ` (${command})`}`,
    [
      "| Name | Tokens |",
      "|---|---:|",
      ...items
        .slice(0, MOST_ITEMS.all)
        .map(({ name, remark, tokens, isEstimate }) =>
          row([remark ? `${name} (${remark})` : name, tokensTold(tokens, isEstimate)]),
        ),
      ...(items.length > MOST_ITEMS.all ? [row([`… ${items.length - MOST_ITEMS.all} more`, ""])] : []),
    ].join("\n"),
  ]);
  const advice = suggestions.map(({ text, frees }) => `- ${inline(`${text} ${freesTold(frees)}`)}`);
  return [
    "## Context usage",
    `**Model:** ${inline(model)}  \n**Tokens:** ${usedTold(report)}`,
    ...remarksTold(report).map(inline),
    ["| Category | Tokens | Share |", "|---|---:|---:|", ...rows].join("\n"),
    ...tables,
    ...(advice.length > 0 ? ["### Suggestions", advice.join("\n")] : []),
  ].join("\n\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map(inline).join(" | ")} |`;
}

/** Foreign text in one line, in which nothing is a mark of Markdown's. */
function inline(text: string): string {
  return oneLine(text).replace(/[\\|`*_<[\]]/g, "\\$&");
}
