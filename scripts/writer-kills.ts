/**
 * Real kills (`npm run test:deep`): processes that append to a log are ended with SIGKILL in the middle of it. What they
 * had acknowledged is there, nothing but the last line is torn, and whoever opens the log next goes on in it. Then many
 * processes write one log at once. Prints what came of it. `--kills N` and `--entries N` say how many.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { OpenLogs, readLog } from "#src/index.ts";
import { startWriter } from "../test/support/writers.ts";

const SIZES = [2_000, 50_000, 1_000_000];
const WRITERS = 4;
const AT_ONCE = 2;
/** A kill comes at some time within so many milliseconds of the first acknowledged entry. */
const SPREAD_MS = 40;

/** What came of one kill. */
interface Kill {
  readonly acknowledged: number;
  readonly whole: number;
  readonly isTorn: boolean;
  readonly faults: readonly string[];
}

const { values } = parseArgs({
  options: { kills: { type: "string", default: "204" }, entries: { type: "string", default: "5000" } },
});
const folder = mkdtempSync(join(tmpdir(), "glass-kills-"));
try {
  const each = Math.ceil(Number(values.kills) / SIZES.length);
  for (const bytes of SIZES) report(bytes, await kills(bytes, each));
  await together(Number(values.entries));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function kills(bytes: number, count: number): Promise<Kill[]> {
  const done: Kill[] = [];
  let begun = 0;
  const worker = async () => {
    while (begun < count) {
      begun += 1;
      done.push(await oneKill(join(folder, `${bytes}-${begun}.jsonl`), bytes, (begun / count) * SPREAD_MS));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

async function oneKill(path: string, bytes: number, afterMs: number): Promise<Kill> {
  const writer = startWriter(path, "a", 0, bytes);
  await writer.until("0");
  setTimeout(() => writer.child.kill("SIGKILL"), afterMs);
  await writer.ended;
  const acknowledged = writer.said.filter((line) => /^\d+$/.test(line)).length;
  const left = readFileSync(path);
  const { lines, damaged, count } = readLog(left);
  const faults: string[] = [];
  if (lines.length < acknowledged)
    faults.push(`${acknowledged - lines.length} acknowledged entries are not there`);
  if (lines.some(({ line }, at) => line["number"] !== at))
    faults.push("an entry is missing among the others");
  if (damaged.some(({ number }) => number !== count)) faults.push("a line before the last is damaged");
  const logs = new OpenLogs();
  logs.open(path).append('{"type":"mode"}\n');
  logs.close();
  const healed = readFileSync(path);
  if (!healed.subarray(0, left.length).equals(left)) faults.push("what was left was changed");
  if (readLog(healed).lines.length !== lines.length + 1) faults.push("the next entry is not read");
  rmSync(path);
  return { acknowledged, whole: lines.length, isTorn: left.at(-1) !== 0x0a, faults };
}

function report(bytes: number, done: readonly Kill[]): void {
  const faults = done.flatMap((kill) => kill.faults);
  const torn = done.filter(({ isTorn }) => isTorn).length;
  const sum = (count: (kill: Kill) => number) => done.reduce((total, kill) => total + count(kill), 0);
  console.log(
    `${done.length} kills at lines of ${bytes / 1_000} KB: ${torn} left a torn last line (${((100 * torn) / done.length).toFixed(1)} %), ${sum(({ acknowledged }) => acknowledged)} entries acknowledged, ${sum(({ whole }) => whole)} there, ${faults.length} faults`,
  );
  complain(faults);
}

/** All of them at once into one log. */
async function together(entries: number): Promise<void> {
  const path = join(folder, "together.jsonl");
  const names = Array.from({ length: WRITERS }, (_, number) => `w${number}`);
  const writers = names.map((name) => startWriter(path, name, entries, 2_000));
  await Promise.all(writers.map((writer) => writer.until("done")));
  for (const { child } of writers) child.stdin?.end();
  await Promise.all(writers.map(({ ended }) => ended));
  const { lines, damaged, count } = readLog(readFileSync(path));
  const blank = count - lines.length - damaged.length;
  const faults = names.flatMap((name) => {
    const numbers = lines.flatMap(({ line }) => (line["name"] === name ? [line["number"]] : []));
    const isWhole = numbers.length === entries && numbers.every((number, at) => number === at);
    return isWhole ? [] : [`${name}: ${numbers.length} of ${entries} entries, or another order`];
  });
  if (damaged.length > 0) faults.push(`${damaged.length} damaged lines`);
  console.log(
    `${WRITERS} processes, ${entries} entries each, into one log: ${lines.length} there, ${damaged.length} damaged, ${blank} blank lines, ${faults.length} faults`,
  );
  complain(faults);
}

function complain(faults: readonly string[]): void {
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
