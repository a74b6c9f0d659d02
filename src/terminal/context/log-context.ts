/** `glass log context FILE`: what fills the window of a saved conversation. */
import { statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { contextOfLog } from "../../annex/window/log-context.ts";
import { withLogSource } from "../../host/log-source.ts";
import { sessionIdOf } from "../../log/place.ts";
import type { LogCommand } from "../command.ts";
import type { Output } from "../output.ts";
import { isSystemError, reasonOf } from "../setup-error.ts";
import { printContext } from "./print.ts";

/** Prints the report. Returns the exit code: 1 where the file cannot be read or holds no conversation. */
export function logContextCommand({ files, here, json }: LogCommand, out: Output): number {
  const [name = ""] = files;
  const path = resolve(here, name);
  // A subagent's log is named after it (O-28).
  const agentId = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
  const asked = { sessionId: sessionIdOf(basename(path)), agentId };
  try {
    const report = withLogSource(path, (source) => contextOfLog(source, statSync(path).size, asked));
    if (report) printContext(report, json, out);
    else out.note(`There is no conversation in ${name}.`);
    return report ? 0 : 1;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    out.note(`${name} cannot be read: ${reasonOf(error)}`);
    return 1;
  }
}
