/** Who writes a session: what a lock says, and whether that process still lives (D-12). */
import { isRecord } from "../../wire.ts";

/** A process, told apart from a later one that has its number. */
export interface ProcessMark {
  readonly pid: number;
  /** When it was started, as its machine counts; undefined where the machine does not say. */
  readonly started: string | undefined;
  /** The machine's name. */
  readonly host: string;
}

/** A process that writes a session. */
export interface Holder extends ProcessMark {
  /** Since when: ISO time. */
  readonly since: string;
}

/** The processes of this machine, as a lock asks about them. */
export interface Processes {
  readonly self: ProcessMark;
  /** A process that lives; undefined where there is none of this number. */
  living(pid: number): Pick<ProcessMark, "started"> | undefined;
}

/** The text of a lock. */
export function printHolder({ pid, started, host, since }: Holder): string {
  return `${JSON.stringify({ pid, started, host, since })}\n`;
}

/** Who a lock's text says it is; undefined for a text that says nothing. */
export function parseHolder(text: string): Holder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { pid, started, host, since } = value;
  if (!Number.isSafeInteger(pid) || typeof host !== "string" || typeof since !== "string") return undefined;
  return { pid: Number(pid), started: typeof started === "string" ? started : undefined, host, since };
}

/** Is it this very process? */
export function isSelf({ pid, started, host }: ProcessMark, { self }: Processes): boolean {
  return pid === self.pid && started === self.started && host === self.host;
}

/**
 * May it still write? Not when no process has its number, or one that was started at another time; so a killed one is
 * known at once, without waiting. What another machine does cannot be seen from here, and counts as living.
 */
export function mayLive({ pid, started, host }: Holder, { self, living }: Processes): boolean {
  if (host !== self.host) return true;
  const found = living(pid);
  if (!found || found.started === undefined || started === undefined) return found !== undefined;
  return found.started === started;
}

/** What the person is told of another writer. */
export function secondWriterNotice({ pid, host, since }: Holder, { self }: Processes): string {
  const where = host === self.host ? "" : ` on ${host}`;
  return `Another process (${pid}${where}) has been writing this session since ${since}. You may go on: nothing is lost, but each of you goes its own way, and the session is taken up later where the last entry stands. To keep apart, go on in a branch of it: /branch here, or --fork-session behind -c or -r.`;
}
