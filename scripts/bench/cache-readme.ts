/** The figures of the cache benchmark as the README states them. */
import { readFileSync, writeFileSync } from "node:fs";

const README = new URL("../../README.md", import.meta.url);

const PLACE = /(<!-- bench:cache -->\n)[\s\S]*?(\n<!-- \/bench -->)/;

/** What a session came to with one harness. Tokens of input; dollars for all. */
export interface Outcome {
  readonly name: string;
  readonly dollars: number;
  readonly read: number;
  readonly written: number;
  readonly fresh: number;
  /** The share of its input that was read. */
  readonly share: number;
  /** That share beside the one that the scenario allows: each request reads all that the one before has sent. */
  readonly ofAllowed: number;
}

/** What stands over the columns. */
export const HEAD = [
  "harness",
  "cost",
  "beside ours",
  "read",
  "written",
  "fresh",
  "cached",
  "of what can be",
];

/** An outcome as a row. */
export function cellsOf(
  { name, dollars, read, written, fresh, share, ofAllowed }: Outcome,
  ours?: Outcome,
): string[] {
  return [
    name,
    `$${dollars.toFixed(2)}`,
    `${(dollars / (ours?.dollars ?? dollars)).toFixed(2)} x`,
    ...[read, written, fresh].map((tokens) => tokens.toLocaleString("en-US")),
    ...[share, ofAllowed].map((part) => `${(part * 100).toFixed(1)} %`),
  ];
}

/** A row as it stands in the README. */
export function rowInReadme(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Says whether the README states these figures. With UPDATE=1 it is made to; else a difference fails the process. */
export function statedInReadme(outcomes: readonly Outcome[]): string {
  const rule = `|---|${"---:|".repeat(HEAD.length - 1)}`;
  const rows = outcomes.map((outcome) => rowInReadme(cellsOf(outcome, outcomes[0])));
  const table = [rowInReadme(HEAD), rule, ...rows].join("\n");
  const text = readFileSync(README, "utf8");
  // A function, for in a string the dollars would stand for what was found.
  const stated = text.replace(PLACE, (_, before: string, after: string) => before + table + after);
  if (stated === text) return "The README states these figures.";
  if (process.env["UPDATE"]) {
    writeFileSync(README, stated);
    return "The README states them from now on.";
  }
  process.exitCode = 1;
  return "The README states other figures: UPDATE=1 npm test sets them right.";
}
