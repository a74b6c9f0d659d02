/** `glass cache-report`: what the cache did in a session, and why not more. Nothing is written. */
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { exchangesOf } from "../annex/cache/from-log.ts";
import { cacheReport } from "../annex/cache/report.ts";
import { printCacheReport } from "../annex/cache/report-text.ts";
import { CACHE_WORDS } from "../annex/cache/words.ts";
import { agentLogs } from "../annex/subagents/files.ts";
import { nodeDisk } from "../host/disk.ts";
import { nodeShelf } from "../host/log-shelf.ts";
import { sessionIdOf } from "../log/place.ts";
import { readLog } from "../log/read.ts";
import type { CacheReportCommand } from "./command.ts";
import { languageOf } from "./language.ts";
import { projectFolder, sessionToTakeUp } from "./open-session.ts";
import { UsageError } from "./options.ts";
import type { Output } from "./output.ts";

/** Reports on a session and on its agents, in the language of the environment; JSON is English. Returns the exit code. Throws `SetupError`, `SessionError`. */
export function cacheReportCommand(
  command: CacheReportCommand,
  environment: NodeJS.ProcessEnv,
  out: Output,
): number {
  const path = logOf(command);
  const sessionId = sessionIdOf(basename(path));
  const logs = [path, ...agentLogs(nodeDisk, path)].map((each) => readLog(readFileSync(each)));
  for (const { number, damage } of logs.flatMap(({ damaged }) => damaged).slice(0, 3))
    out.note(`line ${number} was skipped: ${damage}; log check tells more.`);
  const report = cacheReport(logs.flatMap((log) => exchangesOf(log, sessionId)));
  const words = CACHE_WORDS[languageOf(environment)];
  out.print(command.json ? JSON.stringify(report, null, 1) : printCacheReport(report, words));
  return 0;
}

function logOf(command: CacheReportCommand): string {
  const { name, here } = command;
  if (name !== undefined && existsSync(resolve(here, name))) return resolve(here, name);
  const session = name === undefined ? "newest" : { id: name };
  const found = sessionToTakeUp({ ...command, session }, nodeShelf, projectFolder(command.cwd));
  if (!found) throw new UsageError("Name a session.");
  return found.path;
}
