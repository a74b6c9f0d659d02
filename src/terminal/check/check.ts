/** `glass log check FILE|DIR…`: what is wrong with logs, and whether the API would take what they rebuild to. */
import { basename } from "node:path";
import { faultsOf } from "../../annex/log/doctor/diagnose.ts";
import { type OpenedLog, openedFrom } from "../../annex/log/doctor/opened-log.ts";
import type { LogSource } from "../../annex/log/log-source.ts";
import { withLogSource } from "../../host/log-source.ts";
import { sessionIdOf } from "../../log/place.ts";
import type { LogCommand } from "../command.ts";
import type { Output } from "../output.ts";
import { isSystemError, reasonOf } from "../setup-error.ts";
import { logsNamed, type NamedLog } from "./named-logs.ts";
import { type Progress, progressOn } from "./progress.ts";
import { type CheckedFault, count, faultLines, refusedFault, summarize, type Tally } from "./report.ts";
import { verdictOn } from "./verdict.ts";

/** Is it one of the faults at which `--strict` stops? */
function isDamage({ kind }: CheckedFault): boolean {
  return kind === "damaged-line" || kind === "torn-tail" || kind === "glued-line";
}

/** What has been looked at so far. */
interface Check {
  readonly faults: CheckedFault[];
  readonly tally: Tally;
  unreadable: number;
}

/**
 * Looks at every log, one after the other. Returns the exit code: 0 where nothing is wrong, 1 where something is, or
 * could not be read. Nothing is written (D-29).
 */
export function checkCommand(command: LogCommand, out: Output, stream = process.stderr): number {
  const check: Check = { faults: [], tally: { logs: 0, taken: 0, refused: 0, nothing: 0 }, unreadable: 0 };
  const passedOver = (folder: string, error: unknown) =>
    attempt(check, folder, out, () => {
      throw error;
    });
  const logs = new Map(
    command.files
      .flatMap((name) => attempt(check, name, out, () => logsNamed(name, command.here, passedOver)) ?? [])
      .map((log) => [log.path, log]),
  );
  const whole = [...logs.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  const progress = progressOn(stream, whole);
  const told = { print: cleared(progress, out.print), note: cleared(progress, out.note) };
  let done = 0;
  for (const log of logs.values()) {
    const begun = done;
    const source = (from: LogSource) =>
      watched(from, (at) => progress.at(begun + Math.min(at, log.bytes), log.name));
    const found = attempt(check, log.name, told, () =>
      withLogSource(log.path, (from) => look(log, source(from), check)),
    );
    const stops = command.strict ? found?.find(isDamage) : undefined;
    const faults = stops ? [stops] : (found ?? []);
    for (const fault of faults) check.faults.push(fault);
    if (!command.json) for (const line of faultLines(faults, logs.size > 1)) told.print(line);
    if (stops) break;
    done += log.bytes;
  }
  progress.clear();
  return finish(check, command, logs.size, out);
}

function finish(
  { faults, tally, unreadable }: Check,
  { json, strict, files }: LogCommand,
  logs: number,
  out: Output,
): number {
  if (logs === 0 && unreadable === 0) out.note(`There are no logs in ${files.join(", ")}.`);
  if (tally.logs === 0) return 1;
  if (json) out.print(JSON.stringify(faults, null, 1));
  if (strict && faults.some(isDamage)) out.note("Stopped at the first damaged line (--strict).");
  else summarize(faults, tally, out);
  return faults.length > 0 || unreadable > 0 ? 1 : 0;
}

function look({ path, name }: NamedLog, source: LogSource, { tally }: Check): CheckedFault[] {
  const sessionId = sessionIdOf(basename(path));
  const opened: OpenedLog = openedFrom(source, sessionId);
  const faults: CheckedFault[] = faultsOf(opened, sessionId).map((fault) => ({ file: name, ...fault }));
  const verdict = verdictOn(opened);
  count(tally, verdict);
  if (typeof verdict === "object") faults.push(refusedFault(name, verdict));
  return faults.sort((a, b) => a.line - b.line);
}

/** What the work gives; undefined, told and counted where the system does not let it be done. */
function attempt<T>(check: Check, name: string, out: Output, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    check.unreadable += 1;
    out.note(`${name} cannot be read: ${reasonOf(error)}`);
    return undefined;
  }
}

function watched(source: LogSource, at: (offset: number) => void): LogSource {
  return {
    read: (offset, length) => {
      at(offset);
      return source.read(offset, length);
    },
  };
}

function cleared(progress: Progress, say: (text: string) => void): (text: string) => void {
  return (text) => {
    progress.clear();
    say(text);
  };
}
