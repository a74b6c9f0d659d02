/**
 * What the session log costs: reading it, growing it, finding and counting it. Each contender runs in a process of its
 * own, beside parsing everything and beside the official reader where that can be had.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appendRows } from "./log-append.ts";
import { listRows } from "./log-list.ts";
import { openRows } from "./log-open.ts";
import { type Row, tableOf } from "./log-rows.ts";
import { usageRows } from "./log-usage.ts";

/** A part of the benchmark: its title, and its rows as they are measured. `folder` is a scratch folder of its own. */
interface Part {
  readonly title: string;
  readonly rows: (folder: string) => AsyncIterable<Row>;
}

const PARTS: readonly Part[] = [
  { title: "reading a log", rows: openRows },
  { title: "growing a log", rows: appendRows },
  { title: "finding sessions", rows: listRows },
  { title: "counting usage", rows: usageRows },
];

/** The tables, one after another. */
export async function* logBenchmark(): AsyncGenerator<string> {
  for (const { title, rows } of PARTS) {
    const folder = mkdtempSync(join(tmpdir(), "glass-bench-"));
    try {
      const measured: Row[] = [];
      for await (const row of rows(folder)) measured.push(row);
      yield tableOf(title, measured);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
