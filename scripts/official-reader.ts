/**
 * Our reader against the official Agent SDK's, on generated logs: of logs as clients leave them both find the same entries,
 * but for the differences that are stated, each of which is shown to be one (I08).
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { buildTree, type Line, leafOf, pathTo, readLog, slug, tailReader } from "#src/index.ts";
import { tidyForest } from "../test/support/forests.ts";
import { SESSION } from "../test/support/log-lines.ts";
import { DIFFERENCES, LEFT_OUT } from "./official/differences.ts";
import { type OfficialReader, officialReader } from "./official-sdk.ts";

const LOGS = 2_000;
const SEED = 20260728;

/** Entries that a reader found: all of them, and those of the walk in its order. */
interface Found {
  readonly all: readonly string[];
  readonly walk: readonly string[];
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "glass-official-reader-")));
try {
  const reader = await officialReader(folder, join(folder, "home"));
  if (reader) await compare(reader);
  else console.log("The official SDK is not to be had here: our reader was not compared with its.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function compare(reader: OfficialReader): Promise<void> {
  const unlike: string[] = [];
  let compared = 0;
  for (const forest of fc.sample(tidyForest, { numRuns: LOGS, seed: SEED })) {
    const lines = forest.lines.filter((line): line is Line => typeof line !== "string");
    if (DIFFERENCES.some(({ mayBeIn }) => mayBeIn?.(lines))) continue;
    compared += 1;
    const told = await unlikeness(reader, forest.log);
    if (told !== undefined) unlike.push(`${fc.stringify(forest)}\n${told}`);
  }
  console.log(
    `Generated logs: ${compared} of ${LOGS} compared, ${unlike.length} unlike. On both sides left out:`,
  );
  for (const { what, reason } of LEFT_OUT) console.log(`  ${what}: ${reason}`);
  const untrue: string[] = [];
  for (const { id, reason, shown } of DIFFERENCES) {
    const log = shown.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
    if ((await unlikeness(reader, log)) === undefined) untrue.push(id);
    else console.log(`  ${id}: ${reason}`);
  }
  const smallest = unlike.toSorted((one, other) => one.length - other.length)[0];
  if (smallest !== undefined) console.error(`The readers differ, and nothing says why:\n${smallest}`);
  for (const id of untrue) console.error(`${id} is no difference any more: strike it off the list.`);
  if (unlike.length > 0 || untrue.length > 0) process.exitCode = 1;
}

/** What the two find, if that is not the same. */
async function unlikeness(reader: OfficialReader, log: string): Promise<string | undefined> {
  const cwd = join(folder, "project");
  const project = join(folder, "home", "projects", slug(cwd));
  for (const path of [cwd, project]) mkdirSync(path, { recursive: true });
  writeFileSync(join(project, `${SESSION}.jsonl`), log);
  const theirs = (await reader.getSessionMessages(SESSION, { dir: cwd })).map(({ uuid }) => uuid);
  const { all, walk } = foundIn(new TextEncoder().encode(log));
  const onWalk = theirs.filter((uuid) => walk.includes(uuid) || !all.includes(uuid));
  const isAlike = JSON.stringify([onWalk, theirs.toSorted()]) === JSON.stringify([walk, all.toSorted()]);
  return isAlike ? undefined : `ours:   ${all.join(" ")}\ntheirs: ${theirs.join(" ")}`;
}

function foundIn(bytes: Uint8Array): Found {
  const read = (offset = 0, length = bytes.length) => bytes.subarray(offset, offset + length);
  const [tail, whole] = [
    tailReader({ chunk: 512, slack: 0 })({ read, size: () => bytes.length }, { sessionId: SESSION }),
    readLog(bytes),
  ].map((log) => {
    const tree = buildTree(log, SESSION);
    const said = pathTo(tree, leafOf(tree)).items.flatMap((item) => {
      const isSaid = item.kind === "entry" && /^(user|assistant)$/.test(item.node.entry.type);
      return isSaid && item.node.entry["isMeta"] !== true ? [item] : [];
    });
    const walk = said.filter(({ joined }) => !joined);
    return { all: said.map(({ node }) => node.entry.uuid), walk: walk.map(({ node }) => node.entry.uuid) };
  });
  if (!tail || !whole || JSON.stringify(tail) !== JSON.stringify(whole))
    throw new Error("Our own readers differ.");
  return whole;
}
