/** What a list of sessions knows of each log, from a glance at it. */
import { isChainEntry, isInert, isMainChain, type Line } from "../../../log/entry.ts";
import { isRecord } from "../../../wire.ts";
import type { LogSource } from "../log-source.ts";
import { LogEnds } from "./listing-ends.ts";
import { commandIn, ledgerTitle, promptIn, type Title } from "./titles.ts";

/** A summary, and the entry that it sums up to, which may stand in another log (fact 25). */
export interface Summary {
  readonly text: string;
  readonly leafUuid: string | undefined;
}

/** What was seen of a log. */
export interface Glance {
  /** Is there a conversation in it? A log may hold nothing but a title (bug report 21). */
  readonly isConversation: boolean;
  /** The directory that its first entry names; the truth about where a session belongs (fact 6). */
  readonly cwd: string | undefined;
  /** The directory that it was moved to last (bug report 123). */
  readonly relocated: string | undefined;
  /** The branch that its last entry names. */
  readonly branch: string | undefined;
  /** The session that it was branched from (O-20); found though it was compacted since (bug report 94). */
  readonly origin: string | undefined;
  /** Has nothing but `-p` written in it, as far as its first and its last entry say (C-5.4a)? */
  readonly isPrinted: boolean;
  /** What its own lines call it. */
  readonly title: Title | undefined;
  readonly firstPrompt: string | undefined;
  readonly summaries: readonly Summary[];
}

/** What entries say that were written under `-p`, here and in the real client (fact 18). */
export const PRINTING = "sdk-cli";

/** The directory that a session is at home in now. */
export function homeOf({ relocated, cwd }: Glance): string | undefined {
  return relocated ?? cwd;
}

/** Bytes at the beginning of a log among which its first prompt is looked for. */
const BEGINNING = 1024 * 1024;

/** Glances at a log that is `bytes` long. Two windows of it are read, and the whole of it searched for a few marks. */
export function glanceAt(source: LogSource, bytes: number, sessionId: string): Glance {
  const log = new LogEnds(source, bytes);
  const first = firstLines(log);
  const lines = first.map(({ line }) => line);
  const entries = lines.filter((line) => isChainEntry(line));
  const cwd = field(
    entries.find((entry) => field(entry, "cwd") !== undefined),
    "cwd",
  );
  const last = log.nearEnd(
    '"gitBranch"',
    (line) => isChainEntry(line) && field(line, "gitBranch") !== undefined,
  );
  const title = ledgerTitle(log, lines, sessionId);
  return {
    isConversation: entries.some((entry) => isMainChain(entry) && !isInert(entry)),
    cwd: cwd ?? field(last, "cwd"),
    relocated: relocatedTo(log, cwd, field(last, "cwd")),
    branch: field(last, "gitBranch") || undefined,
    origin: originIn(entries),
    isPrinted: [entries[0], last ?? entries[0]].every((entry) => field(entry, "entrypoint") === PRINTING),
    title,
    firstPrompt: lines.map(promptIn).find((said) => said !== undefined) ?? lines.map(commandIn).find(Boolean),
    // Clients write them in front of all; behind that they are looked for only where there is nothing better.
    summaries: [...lines, ...(title ? [] : log.allNearEnd('"summary"'))].flatMap(summaryIn),
  };
}

/** The lines up to the first prompt or, if it does not come, up to where it is given up, but always to a conversation. */
function firstLines(log: LogEnds): { line: Line; offset: number }[] {
  const first: { line: Line; offset: number }[] = [];
  let isTalking = false;
  for (const each of log.lines()) {
    if (each.offset > BEGINNING && isTalking) break;
    first.push(each);
    isTalking ||= isChainEntry(each.line) && isMainChain(each.line) && !isInert(each.line);
    if (promptIn(each.line) !== undefined) break;
  }
  return first;
}

/** A log that was moved says so; where its end is at home elsewhere than its beginning, all of it is searched for that. */
function relocatedTo(log: LogEnds, first: string | undefined, last: string | undefined): string | undefined {
  const isIt = (line: Line) => line.type === "relocated" && field(line, "relocatedCwd") !== undefined;
  const mark = 'Cwd"';
  const line = first === last ? log.rareNearEnd(mark, isIt) : log.anywhere(mark, isIt);
  return field(line, "relocatedCwd");
}

function originIn(entries: readonly Line[]): string | undefined {
  const of = entries.map((entry) => entry["forkedFrom"]).find(isRecord)?.["sessionId"];
  return typeof of === "string" ? of : undefined;
}

function summaryIn(line: Line): Summary[] {
  const text = field(line, "summary");
  return line.type === "summary" && text ? [{ text, leafUuid: field(line, "leafUuid") }] : [];
}

/** The text of a field; undefined where there is none. */
function field(line: Line | undefined, name: string): string | undefined {
  const value = line?.[name];
  return typeof value === "string" ? value : undefined;
}

/** Of these entries' uuids, the one that comes last in a log. */
export function lastUuidOf(
  source: LogSource,
  bytes: number,
  uuids: ReadonlyMap<string, unknown>,
): string | undefined {
  let found: string | undefined;
  for (const uuid of new LogEnds(source, bytes).behind('"uuid":"', UUID_LENGTH))
    if (uuids.has(uuid)) found = uuid;
  return found;
}

const UUID_LENGTH = 36;
