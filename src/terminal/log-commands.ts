/** `glass log …`: looks at session logs and changes nothing. */
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { openedLog } from "../annex/log/doctor/opened-log.ts";
import { drawTree } from "../annex/log/drawn/draw-tree.ts";
import { sessionIdOf } from "../log/place.ts";
import { sendable } from "../request/sendable.ts";
import type { LogCommand } from "./command.ts";
import { usageCommand } from "./log-usage.ts";
import type { Output } from "./output.ts";
import { reasonOf } from "./setup-error.ts";
import { colorWanted, terminalWidth } from "./style.ts";

interface LogBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** How many damaged lines are told one by one before a conversation. */
const MOST_TOLD = 20;

/** Runs a log command. Returns the exit code: 1 when a file was unreadable, or when `check` found faults. */
export async function logCommand(command: LogCommand, out: Output): Promise<number> {
  const { verb } = command;
  if (verb === "usage") return usageCommand(command, out);
  // Loaded only here: the other verbs need not wait for what the two of them take, such as the mock and its rules.
  if (verb === "context") return (await import("./context/log-context.ts")).logContextCommand(command, out);
  if (verb === "check") return (await import("./check/check.ts")).checkCommand(command, out);
  const read = command.files.map((name) => ({ name, ...readBytes(name, command.here) }));
  const unreadable = read.filter(({ fault }) => fault !== undefined);
  for (const { fault } of unreadable) out.note(fault ?? "");
  const logs = read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes }] : []));
  if (logs.length === 0) return 1;
  const code = VERBS[verb](logs, command, out);
  return unreadable.length > 0 ? 1 : code;
}

const VERBS: Record<
  Exclude<LogCommand["verb"], "usage" | "check" | "context">,
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
};

/** The conversation as the API would be sent it (D-10). What could not be read is told beside it. */
function printPayload({ name, bytes }: LogBytes, out: Output): void {
  const { log, conversation } = openedLog(bytes, sessionIdOf(basename(name)));
  for (const { number, damage, saved } of log.damaged.slice(0, MOST_TOLD))
    out.note(`line ${number} was skipped${saved > 0 ? ", but for what is whole in it" : ""}: ${damage}`);
  const more = log.damaged.length - MOST_TOLD;
  if (more > 0)
    out.note(
      `${more === 1 ? "1 more line was" : `${more} more lines were`} skipped; log check tells of each.`,
    );
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
