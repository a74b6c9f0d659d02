/**
 * The cut law in full (D-35, `npm run test:deep`): every recorded log is cut at every byte, and whatever is left opens,
 * is told and, with a new prompt, makes a request that the API takes. `npx tsx scripts/log-cuts.ts NAME` takes the logs
 * whose path has that in it. Two processes share the work.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { everyByte, type Tried, tryCuts } from "./cuts/cuts.ts";

const RECORDED = fileURLToPath(new URL("../test/recorded/", import.meta.url));
/** One process a core. */
const AT_ONCE = 2;

/** All recorded logs, the longest first, so that the processes end at about the same time. */
function recorded(named: string): string[] {
  return readdirSync(RECORDED, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl") && path.includes(named))
    .sort((a, b) => statSync(join(RECORDED, b)).size - statSync(join(RECORDED, a)).size);
}

/** Every `AT_ONCE`th log from the `first` on. Says a line a log; a broken law ends it. */
async function share(paths: readonly string[], first: number): Promise<void> {
  for (let at = first; at < paths.length; at += AT_ONCE) {
    const path = paths[at] ?? "";
    const log = readFileSync(join(RECORDED, path));
    const begun = Date.now();
    const tried = await tryCuts(log, everyByte(log)).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`);
    });
    console.log(JSON.stringify({ path, seconds: (Date.now() - begun) / 1000, ...tried }));
  }
}

interface Done extends Tried {
  readonly path: string;
  readonly seconds: number;
}

function inProcess(first: number, named: string, onDone: (done: Done) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const script = [...process.execArgv, fileURLToPath(import.meta.url), "--share", String(first), named];
    const child = spawn(process.execPath, script, { stdio: ["ignore", "pipe", "inherit"] });
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) onDone(JSON.parse(line) as Done);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

async function campaign(named: string): Promise<void> {
  const begun = Date.now();
  const paths = recorded(named);
  const sum = { cuts: 0, asked: 0, without: 0 };
  let logs = 0;
  const onDone = ({ path, seconds, cuts, asked, without }: Done) => {
    logs += 1;
    sum.cuts += cuts;
    sum.asked += asked;
    sum.without += without;
    console.log(`${logs}/${paths.length}  ${path}  ${cuts} cuts, ${seconds.toFixed(1)} s`);
  };
  const ended = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, first) => inProcess(first, named, onDone)),
  );
  const { cuts, asked, without } = sum;
  const seconds = ((Date.now() - begun) / 1000).toFixed(0);
  console.log(
    `${logs} logs cut at ${cuts} bytes; ${asked} of what was left differed and were asked on, ${without} of them without a conversation; ${seconds} s`,
  );
  if (ended.includes(false) || logs !== paths.length || logs === 0) process.exitCode = 1;
}

const { values, positionals } = parseArgs({ options: { share: { type: "string" } }, allowPositionals: true });
const named = positionals[0] ?? "";
if (values.share !== undefined) await share(recorded(named), Number(values.share));
else await campaign(named);
