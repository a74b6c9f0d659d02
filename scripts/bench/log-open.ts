/** Opening a log and indexing it, beside parsing everything and beside the official reader. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { slug } from "#src/index.ts";
import { officialEntry } from "../official-sdk.ts";
import { Arena, type Measure } from "./arena.ts";
import { BENCH_CWD, BENCH_SESSION, type LogPlan, writeLog } from "./log-files.ts";
import type { Row } from "./log-rows.ts";

const GB = 1024;

/** A log to be opened: what it is like, who opens it, and what is demanded of ours. */
interface Opening {
  readonly work: string;
  readonly plan: LogPlan;
  readonly contenders: readonly string[];
  readonly bar: string;
}

const EVERYBODY = ["ours", "official", "parse everything", "ours, and the messages of it"];
const OPENINGS: readonly Opening[] = [
  {
    work: "open 10 MB, 2 MB of it active",
    plan: { megabytes: 10, active: 2, keys: "new" },
    contenders: EVERYBODY,
    bar: "what the next is held against",
  },
  {
    work: "open 1 GB, 2 MB of it active",
    plan: { megabytes: GB, active: 2, keys: "new" },
    contenders: [...EVERYBODY, "readline and parse"],
    bar: "30 ms, +50 MB, 1.5 x the time of 10 MB, official 20 x; aim 50 x",
  },
  {
    work: "the same, its boundaries in the old order of keys",
    plan: { megabytes: GB, active: 2, keys: "old" },
    contenders: ["ours", "official"],
    bar: "as above",
  },
  {
    work: "open 500 MB, 50 MB of it active",
    plan: { megabytes: 500, active: 50, keys: "new" },
    contenders: EVERYBODY,
    bar: "parse everything 5 x, official 1.5 x; aim 3 x",
  },
  {
    work: "index 1 GB",
    plan: { megabytes: GB, active: 2, keys: "new" },
    contenders: ["index", "index by parsing"],
    bar: "2,000 ms, +200 MB; aim: parsing 4 x",
  },
];

/** The rows. Each log is written, measured, and removed before the next. */
export async function* openRows(folder: string): AsyncGenerator<Row> {
  const official = officialEntry(folder);
  const arena = await Arena.of("open-contenders.ts", folder);
  for (const { work, plan, contenders, bar } of OPENINGS) {
    const { root, path, entries } = written(folder, plan);
    const names = contenders.filter((name) => name !== "official" || official);
    const measured = await arena.measure(names, [root, path, official ?? ""]);
    rmSync(root, { recursive: true });
    for (const [index, contender] of contenders.entries()) {
      const measure = measured.get(contender);
      yield rowOf(work, contender, measure, index === 0 ? { bar, note: `${entries} entries` } : {});
    }
  }
  yield* junk(folder, arena);
}

/** A log in whose conversation stands a line of 600 MB that is nothing. */
async function* junk(folder: string, arena: Arena): AsyncGenerator<Row> {
  const { root, path } = written(folder, { megabytes: 2, active: 2, keys: "new" });
  const file = openSync(path, "a");
  const piece = Buffer.alloc(1024 * 1024, "z");
  for (let megabytes = 0; megabytes < 600; megabytes += 1) writeSync(file, piece);
  writeSync(file, "\n");
  closeSync(file);
  const measured = await arena.measure(["ours", "index"], [root, path, ""]);
  rmSync(root, { recursive: true });
  for (const [contender, measure] of measured) {
    yield rowOf("open a log with a line of 600 MB in it", contender, measure, { bar: "1,000 ms, +350 MB" });
  }
}

function written(folder: string, plan: LogPlan): { root: string; path: string; entries: number } {
  const root = join(folder, "root");
  const project = join(root, "projects", slug(BENCH_CWD));
  mkdirSync(project, { recursive: true });
  const path = join(project, `${BENCH_SESSION}.jsonl`);
  return { root, path, entries: writeLog(path, plan) };
}

function rowOf(
  work: string,
  contender: string,
  measure: Measure | undefined,
  more: { bar?: string; note?: string },
): Row {
  const {
    ms,
    megabytes,
    note = more.note,
  } = measure ?? { ms: undefined, megabytes: undefined, note: "not to be had here" };
  return { work, contender, ms, megabytes, ...more, ...(note !== undefined && { note }) };
}
