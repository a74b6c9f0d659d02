/** `glass log usage FILE|DIR…`: what the calls in logs used and cost. */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageCounter } from "../annex/log/usage/usage.ts";
import { printUsage } from "../annex/log/usage/usage-table.ts";
import { logsBelow } from "../host/log-shelf.ts";
import { withLogSource } from "../host/log-source.ts";
import type { LogCommand } from "./command.ts";
import type { Output } from "./output.ts";
import { isSystemError, reasonOf } from "./setup-error.ts";

/** Counts the logs and prints the report. Returns the exit code: 1 when something could not be read. */
export function usageCommand({ files, here, json }: LogCommand, out: Output): number {
  let unreadable = 0;
  const told = (name: string) => (error: unknown) => {
    if (!isSystemError(error)) throw error;
    unreadable += 1;
    out.note(`${name} cannot be read: ${reasonOf(error)}`);
  };
  const logs = new Map(files.flatMap((name) => logsOf(name, here, told)));
  if (logs.size === 0) {
    if (unreadable === 0) out.note(`There are no logs in ${files.join(", ")}.`);
    return 1;
  }
  const counter = new UsageCounter();
  for (const [path, name] of logs) {
    try {
      withLogSource(path, (bytes) => counter.add({ name, bytes }));
    } catch (error) {
      // What was read before that counts.
      told(name)(error);
    }
  }
  const report = counter.report();
  out.print(json ? JSON.stringify(report, null, 1) : printUsage(report));
  return unreadable > 0 ? 1 : 0;
}

/** Says of what has this name that it cannot be read. */
type Told = (name: string) => (error: unknown) => void;

/**
 * The logs that a name stands for, as path and name: all in a folder; or a session's own and, in the folder that belongs
 * to it, those of its agents, which are part of what it costs (bug report 109).
 */
function logsOf(name: string, here: string, told: Told): [path: string, name: string][] {
  const path = resolve(here, name);
  try {
    if (statSync(path).isDirectory()) return below(path, name, told);
    const [own, ownName] = [path, name].map((each) => each.replace(/\.jsonl$/, ""));
    const folder = own === path ? undefined : statSync(own ?? "", { throwIfNoEntry: false });
    return [[path, name], ...(folder?.isDirectory() ? below(own ?? "", ownName ?? "", told) : [])];
  } catch (error) {
    told(name)(error);
    return [];
  }
}

function below(folder: string, name: string, told: Told): [path: string, name: string][] {
  return logsBelow(folder, (each, error) => told(each)(error)).map((log) => [
    log,
    join(name, log.slice(folder.length)),
  ]);
}
