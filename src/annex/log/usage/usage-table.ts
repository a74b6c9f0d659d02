/** A usage report as a person reads it: aligned tables of tokens and dollars. */
import { oneLine, widthOf } from "../one-line.ts";
import { dollars } from "./prices.ts";
import type { UsageReport, UsageSum } from "./usage.ts";

const COLUMNS: readonly { readonly title: string; readonly cell: (row: UsageSum) => number }[] = [
  { title: "calls", cell: (row) => row.calls },
  { title: "input", cell: (row) => row.input_tokens },
  { title: "write 5m", cell: (row) => row.ephemeral_5m_input_tokens },
  { title: "write 1h", cell: (row) => row.ephemeral_1h_input_tokens },
  { title: "cache read", cell: (row) => row.cache_read_input_tokens },
  { title: "all input", cell: (row) => row.all_input_tokens },
  { title: "output", cell: (row) => row.output_tokens },
];

/** How many days and sessions are shown; the JSON has all. */
const MOST_SHOWN = 20;

interface Named {
  readonly name: string;
  readonly sum: UsageSum;
}

/**
 * The report as tables: a row per model, then the total; days and sessions below, where there are several. Of a cost
 * that is not known of every call, a `+` tells that there is more. Without a newline at its end.
 */
export function printUsage(report: UsageReport): string {
  const models = report.models.map((row) => ({ name: row.model, sum: row }));
  const days = report.days.map((row) => ({ name: row.day, sum: row }));
  const sessions = report.sessions.map((row) => ({ name: row.session, sum: row }));
  return [
    ...table("model", models, report.total),
    ...several("day (UTC)", days),
    ...several("session", dearestFirst(sessions)),
    ...notes(report),
  ].join("\n");
}

function several(what: string, rows: readonly Named[]): string[] {
  if (rows.length < 2) return [];
  const isByDay = what.startsWith("day");
  const shown = isByDay ? rows.slice(-MOST_SHOWN) : rows.slice(0, MOST_SHOWN);
  const which = isByDay ? "earlier days" : "less dear sessions";
  const left = rows.length > shown.length ? [`${rows.length - shown.length} ${which}: --json has them.`] : [];
  return ["", ...table(what, shown), ...left];
}

function dearestFirst(rows: readonly Named[]): Named[] {
  const cost = ({ sum }: Named) => sum.cost_usd ?? 0;
  return [...rows].sort((a, b) => cost(b) - cost(a) || b.sum.all_input_tokens - a.sum.all_input_tokens);
}

function table(what: string, rows: readonly Named[], total?: UsageSum): string[] {
  const head = [what, ...COLUMNS.map(({ title }) => title), "cost"];
  const all = [...rows, ...(total ? [{ name: "total", sum: total }] : [])];
  const cells = all.map(({ name, sum }) => [
    oneLine(name),
    ...COLUMNS.map(({ cell }) => cell(sum).toLocaleString("en-US")),
    costCell(sum),
  ]);
  const widths = head.map((_, column) =>
    [head, ...cells].reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "")), 0),
  );
  const [title = "", ...lines] = [head, ...cells].map((row) => aligned(row, widths));
  const rule = "─".repeat(widthOf(title));
  return total ? [title, rule, ...lines.slice(0, -1), rule, ...lines.slice(-1)] : [title, rule, ...lines];
}

function costCell({ cost_usd: cost, calls_without_price: unpriced }: UsageSum): string {
  return cost !== null && unpriced > 0 ? `${dollars(cost)} +` : dollars(cost);
}

/** The first column stands to the left, numbers to the right. */
function aligned(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const space = " ".repeat((widths[column] ?? 0) - widthOf(cell));
      return column === 0 ? cell + space : space + cell;
    })
    .join("  ");
}

function notes({ files, damaged, total }: UsageReport): string[] {
  const from = `Tokens of ${counted(files.length, "log")}, each API call counted once.`;
  const { calls_without_price: unpriced, web_search_requests: searches } = total;
  return [
    from,
    unpriced > 0
      ? `The price of ${counted(unpriced, "call")} is not known, so the cost is without them.`
      : "",
    searches > 0 ? `In the cost are ${counted(searches, "web search", "web searches")}.` : "",
    damaged.length > 0
      ? `Not counted: ${counted(damaged.length, "damaged line")}; log check tells more.`
      : "",
  ].filter((note) => note !== "");
}

function counted(number: number, one: string, many = `${one}s`): string {
  return number === 1 ? `one ${one}` : `${number.toLocaleString("en-US")} ${many}`;
}
