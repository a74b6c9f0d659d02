/** `mock-api rules`: the table of rules, for a person or for a program. */
import { fixedBecause, type StatedRule, switchOf } from "../rules/rule.ts";
import { switchesOf } from "../rules/switches.ts";
import { RULES } from "../rules/table.ts";
import type { RulesCommand } from "./args.ts";
import { entryLines, hung } from "./columns.ts";
import { type Terminal, UsageError } from "./terminal.ts";

/** Prints a row for each rule, and how many there are. Throws `UsageError` for a rule that does not exist. */
export function rulesCommand(
  { json, rules }: RulesCommand,
  terminal: Pick<Terminal, "print" | "columns">,
): void {
  const rows = rowsOf(rules);
  if (json) terminal.print(JSON.stringify(rows, undefined, 2));
  else {
    const { columns } = terminal;
    const counts = columns === undefined ? [countsOf(rows)] : hung("", "", countsOf(rows), columns);
    for (const line of [...tableLines(rows, columns), "", ...counts]) terminal.print(line);
  }
}

/** A rule as the table shows it. */
interface Row {
  rule: string;
  checks: string;
  kind: StatedRule["kind"];
  confidence: StatedRule["confidence"];
  on: boolean;
  /** It is always on. */
  fixed: boolean;
}

function rowsOf(set: RulesCommand["rules"]): Row[] {
  const switches = switched(set);
  const rows = RULES.map((rule) => ({
    rule: switchOf(rule),
    checks: rule.checks,
    kind: rule.kind,
    confidence: rule.confidence,
    on: switches.isOn(switchOf(rule)),
    fixed: fixedBecause(rule) !== undefined,
  }));
  return rows.sort((one, other) => numberOf(one) - numberOf(other));
}

function switched(set: RulesCommand["rules"]): ReturnType<typeof switchesOf> {
  try {
    return switchesOf(RULES, set);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** MR-87b stands between MR-87 and MR-88. */
function numberOf({ rule }: Row): number {
  const [, digits = "0", letter = ""] = /^MR-(\d+)([a-z]?)/.exec(rule) ?? [];
  return Number(digits) + (letter === "" ? 0 : (letter.charCodeAt(0) - 96) / 27);
}

const SHOWN = { refusal: "refusal", response: "response", "client fact": "client" } as const;

function tableLines(rows: readonly Row[], columns: number | undefined): string[] {
  const head = { cells: ["rule", "kind", "sure", ""], text: "what it checks" };
  const body = rows.map(({ rule, kind, confidence, on, checks }) => ({
    cells: [rule, SHOWN[kind], confidence, on ? "on" : "off"],
    text: checks,
  }));
  const all = [head, ...body];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map(({ cells }) => cells[at]?.length ?? 0)));
  return all.flatMap(({ cells, text }) => {
    const start = cells.map((cell, at) => cell.padEnd((widths[at] ?? 0) + 2)).join("");
    return entryLines({ start, text }, columns);
  });
}

function countsOf(rows: readonly Row[]): string {
  const rules = new Set(rows.map(({ rule }) => rule.split("/")[0]));
  const of = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const refusals = of("refusal");
  const off = rows.filter(({ on }) => !on).length;
  return `${rules.size} rules in ${rows.length} rows: ${refusals.length} refusals (${refusals.filter(({ on }) => on).length} on), ${of("response").length} of responses, ${of("client fact").length} client facts; ${off} off.`;
}
