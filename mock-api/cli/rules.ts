/** `mock-api rules`: the table of rules, for a person or for a program. */
import wrapAnsi from "wrap-ansi";
import { type StatedRule, switchOf } from "../rules/rule.ts";
import { switchesOf } from "../rules/switches.ts";
import { RULES } from "../rules/table.ts";
import type { RulesCommand } from "./args.ts";
import { type Terminal, UsageError } from "./terminal.ts";

/** Prints a row for each rule, and how many there are. Throws `UsageError` for a rule that does not exist. */
export function rulesCommand(
  { json, rules }: RulesCommand,
  terminal: Pick<Terminal, "print" | "columns">,
): void {
  const rows = rowsOf(rules);
  if (json) terminal.print(JSON.stringify(rows, undefined, 2));
  else for (const line of [...tableLines(rows, terminal.columns), "", countsOf(rows)]) terminal.print(line);
}

/** A rule as the table shows it. */
interface Row {
  rule: string;
  checks: string;
  kind: StatedRule["kind"];
  confidence: StatedRule["confidence"];
  on: boolean;
}

function rowsOf(set: RulesCommand["rules"]): Row[] {
  const switches = switched(set);
  const rows = RULES.map((rule) => ({
    rule: switchOf(rule),
    checks: rule.checks,
    kind: rule.kind,
    confidence: rule.confidence,
    on: switches.isOn(switchOf(rule)),
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

const SHORTEST_SENTENCE = 24;

/** On a screen the sentences are wrapped to its width; elsewhere each row is one line, for `grep`. */
function tableLines(rows: readonly Row[], columns: number | undefined): string[] {
  const head = { rule: "rule", kind: "kind", confidence: "sure", on: "" };
  const cells = [head, ...rows].map(({ rule, kind, confidence, on }) => [
    rule,
    kind,
    confidence,
    typeof on === "string" ? on : on ? "on" : "off",
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const left = widths.reduce((sum, width) => sum + width + 2, 0);
  const room = columns === undefined ? Number.POSITIVE_INFINITY : Math.max(SHORTEST_SENTENCE, columns - left);
  return cells.flatMap((row, at) => {
    const sentence = at === 0 ? "what it checks" : (rows[at - 1]?.checks ?? "");
    const [first = "", ...more] = wrapped(sentence, room);
    const start = row.map((cell, column) => cell.padEnd((widths[column] ?? 0) + 2)).join("");
    return [`${start}${first}`, ...more.map((line) => `${" ".repeat(left)}${line}`)];
  });
}

function wrapped(sentence: string, room: number): string[] {
  return Number.isFinite(room) ? wrapAnsi(sentence, room, { hard: true }).split("\n") : [sentence];
}

function countsOf(rows: readonly Row[]): string {
  const rules = new Set(rows.map(({ rule }) => rule.split("/")[0]));
  const of = (kind: Row["kind"]) => rows.filter((row) => row.kind === kind);
  const refusals = of("refusal");
  const off = rows.filter(({ on }) => !on).length;
  return `${rules.size} rules in ${rows.length} rows: ${refusals.length} refusals (${refusals.filter(({ on }) => on).length} on), ${of("response").length} of responses, ${of("client fact").length} client facts; ${off} off.`;
}
