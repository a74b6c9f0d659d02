/** `glass log …`: looks at session logs and changes nothing. */
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { diagnose } from "../annex/log/diagnose.ts";
import { drawTree } from "../annex/log/draw-tree.ts";
import { openedLog } from "../annex/log/opened-log.ts";
import { printUsage, usageOf } from "../annex/log/usage.ts";
import { agentLogs } from "../annex/subagents/files.ts";
import { nodeDisk } from "../host/disk.ts";
import { sessionIdOf } from "../log/place.ts";
import { sendable } from "../request/sendable.ts";
import type { LogCommand } from "./command.ts";
import type { Output } from "./output.ts";
import { reasonOf } from "./setup-error.ts";
import { colorWanted, terminalWidth } from "./style.ts";

interface LogBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Runs a log command. Returns the exit code: 1 when a file was unreadable, or when `check` found faults. */
export function logCommand(command: LogCommand, out: Output): number {
  const names = command.verb === "usage" ? withAgents(command) : command.files;
  const read = names.map((name) => ({ name, ...readBytes(name, command.here) }));
  const unreadable = read.filter(({ fault }) => fault !== undefined);
  for (const { fault } of unreadable) out.note(fault ?? "");
  const logs = read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
  if (logs.length === 0) return 1;
  const code = VERBS[command.verb](logs, command, out);
  return unreadable.length > 0 ? 1 : code;
}

/** The files, and the logs of their sessions' agents, which are part of what a session costs (bug report 109). */
function withAgents({ files, here }: LogCommand): string[] {
  const given = new Set(files.map((name) => resolve(here, name)));
  const agents = [...given].flatMap((path) => agentLogs(nodeDisk, path)).filter((path) => !given.has(path));
  return [...files, ...agents];
}

const VERBS: Record<
  LogCommand["verb"],
  (logs: readonly LogBytes[], command: LogCommand, out: Output) => number
> = {
  payload: (logs, _, out) => {
    for (const log of logs) printPayload(log, out);
    return 0;
  },
  tree: (logs, _, out) => {
    const options = { color: colorWanted(process.stdout), ...terminalWidth(process.stdout) };
    for (const { name, bytes } of logs) out.print(drawTree(bytes, { ...options, ...named(name) }));
    return 0;
  },
  check: (logs, { json }, out) => {
    const faults = logs.flatMap(({ name, bytes }) =>
      diagnose(bytes, sessionIdOf(basename(name))).map((fault) => ({ file: name, ...fault })),
    );
    if (json) out.print(JSON.stringify(faults, null, 1));
    else
      for (const { file, line, kind, message } of faults) {
        out.print(`${logs.length > 1 ? `${file}: ` : ""}line ${line}: ${kind}: ${message}`);
      }
    if (faults.length === 0) out.note(logs.length === 1 ? "No faults." : `No faults in ${logs.length} logs.`);
    return faults.length > 0 ? 1 : 0;
  },
  usage: (logs, { json }, out) => {
    const report = usageOf(logs);
    out.print(json ? JSON.stringify(report, null, 1) : printUsage(report));
    return 0;
  },
};

/** The conversation as the API would be sent it (D-10). What could not be read is told beside it. */
function printPayload({ name, bytes }: LogBytes, out: Output): void {
  const { log, conversation } = openedLog(bytes, sessionIdOf(basename(name)));
  for (const { number, damage } of log.damaged) out.note(`line ${number} was skipped: ${damage}`);
  if (conversation.messages.length === 0) out.note(`There is no conversation in ${name}.`);
  out.print(JSON.stringify(sendable(conversation.messages), null, 1));
}

function readBytes(name: string, here: string): { bytes?: Uint8Array; fault?: string } {
  try {
    return { bytes: readFileSync(resolve(here, name)) };
  } catch (error) {
    return { fault: `${name} cannot be read: ${reasonOf(error)}` };
  }
}

function named(name: string): { sessionId?: string } {
  const sessionId = sessionIdOf(basename(name));
  return sessionId === undefined ? {} : { sessionId };
}
