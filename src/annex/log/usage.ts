/**
 * What the API calls in a set of logs used, added up by model.
 */
import { isChainEntry } from "../../log/entry.ts";
import { readLog } from "../../log/read.ts";
import { type ApiCall, addCall, NO_TOKENS, sum, type Tokens } from "./api-calls.ts";
import { oneLine, widthOf } from "./one-line.ts";

/** What one model used, in how many API calls. */
export interface UsageRow extends Tokens {
  readonly model: string;
  readonly calls: number;
}

/** What a set of logs used. It is plain data and can be printed as JSON. */
export interface UsageReport {
  readonly files: readonly string[];
  /** One row per model, by name. */
  readonly models: readonly UsageRow[];
  readonly total: UsageRow;
  /** Lines that could not be read; what calls they held is not counted. */
  readonly damaged: readonly { readonly file: string; readonly line: number }[];
}

const COLUMNS: readonly { readonly title: string; readonly cell: (row: UsageRow) => number }[] = [
  { title: "calls", cell: (row) => row.calls },
  { title: "input", cell: (row) => row.input_tokens },
  { title: "write 5m", cell: (row) => row.ephemeral_5m_input_tokens },
  { title: "write 1h", cell: (row) => row.ephemeral_1h_input_tokens },
  { title: "cache read", cell: (row) => row.cache_read_input_tokens },
  { title: "all input", cell: (row) => row.all_input_tokens },
  { title: "output", cell: (row) => row.output_tokens },
];

/**
 * Adds up what the logs of sessions, their branches and subagents used. A call stands on several lines, and a branch
 * copies them, so a call is known by its ids wherever it stands (fact 78). Damaged lines are passed over.
 * Law: usage-once
 */
export function usageOf(files: readonly { name: string; bytes: Uint8Array }[]): UsageReport {
  const calls = new Map<string, ApiCall>();
  const damaged: { file: string; line: number }[] = [];
  for (const { name, bytes } of files) {
    const log = readLog(bytes);
    for (const { number } of log.damaged) damaged.push({ file: name, line: number });
    for (const { line } of log.lines) if (isChainEntry(line)) addCall(calls, line);
  }
  const models = new Map<string, UsageRow>();
  let total = emptyRow("total");
  for (const { model, tokens } of calls.values()) {
    models.set(model, withCall(models.get(model) ?? emptyRow(model), tokens));
    total = withCall(total, tokens);
  }
  const rows = [...models.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
  return { files: files.map(({ name }) => name), models: rows, total, damaged };
}

/** The report as an aligned table in tokens: a row per model, then the total. Without a newline at its end. */
export function printUsage(report: UsageReport): string {
  const head = ["model", ...COLUMNS.map(({ title }) => title)];
  const rows = [...report.models, report.total].map((row) => [
    oneLine(row.model),
    ...COLUMNS.map(({ cell }) => cell(row).toLocaleString("en-US")),
  ]);
  const widths = head.map((_, column) =>
    [head, ...rows].reduce((widest, cells) => Math.max(widest, widthOf(cells[column] ?? "")), 0),
  );
  const [title = "", ...lines] = [head, ...rows].map((cells) => aligned(cells, widths));
  const rule = "─".repeat(widthOf(title));
  return [title, rule, ...lines.slice(0, -1), rule, ...lines.slice(-1), ...notes(report)].join("\n");
}

function emptyRow(model: string): UsageRow {
  return { model, calls: 0, ...NO_TOKENS };
}

function withCall(row: UsageRow, tokens: Tokens): UsageRow {
  return { model: row.model, calls: row.calls + 1, ...sum(row, tokens) };
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

function notes({ files, damaged }: UsageReport): string[] {
  const from = `Tokens of ${files.length === 1 ? "one log" : `${files.length} logs`}, each API call counted once.`;
  if (damaged.length === 0) return [from];
  return [from, `${damaged.length} damaged ${damaged.length === 1 ? "line is" : "lines are"} not counted.`];
}
