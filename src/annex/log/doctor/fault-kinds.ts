/** What can be wrong with a log: a row a kind, with what looks for it and the public report that it resembles. */
import * as blocks from "./faults-in-blocks.ts";
import * as calls from "./faults-in-calls.ts";
import * as chain from "./faults-in-chain.ts";
import * as lines from "./faults-in-lines.ts";
import type { OpenedLog } from "./opened-log.ts";

/** A fault before it has its kind: where it shows, and one sentence for a person. */
export interface Found {
  readonly line: number;
  readonly message: string;
}

/** One kind of fault. */
export interface KindRow {
  /** What a number of them are called. */
  readonly what: string;
  /** A fault of this kind that users reported, or where else the knowledge comes from. */
  readonly report: string;
  readonly find: (opened: OpenedLog, sessionId: string | undefined) => readonly Found[];
}

function row(what: string, report: string, find: KindRow["find"]): KindRow {
  return { what, report, find };
}

/** All kinds. An entry type or block type that nobody knows is not a fault (fact 35). */
export const KINDS = {
  "no-conversation": row("logs without a conversation", "bug report 21", chain.noConversation),
  "damaged-line": row("lines that cannot be read", "bug report 27", lines.damagedLines),
  "torn-tail": row("logs that end in the middle of a line", "bug report 28", lines.tornTail),
  "glued-line": row("lines with another one glued to a torn one", "bug report 26", lines.gluedLines),
  "garbled-line": row("lines with bytes that are no text", "bug report 30", blocks.garbledLines),
  "nameless-entry": row("entries without a usable uuid", "bug report 40", lines.namelessEntries),
  "spread-message": row("messages that were spread into letters", "bug report 37", lines.spreadMessages),
  "hollow-entry": row("entries without a readable message", "bug report 40", lines.hollowEntries),
  "hollow-block": row("blocks that lack what the API needs", "bug report 57", blocks.hollowBlocks),
  "empty-text": row("empty texts", "bug report 51", blocks.emptyTexts),
  "half-character": row("characters cut in half", "fact 57", blocks.halfCharacters),
  "foreign-session": row("sessions within another one's file", "bug report 24", lines.foreignSessions),
  "duplicate-uuid": row("entries with another one's uuid", "bug report 11", chain.duplicateUuids),
  "missing-parent": row("entries that hang on one which is not there", "bug report 1", chain.missingParents),
  cycle: row("rings of entries", "bug report 15", chain.cycles),
  "unresolved-preserved": row(
    "compactions that kept what is not there",
    "bug report 71",
    chain.unresolvedPreserved,
  ),
  "cut-off-compaction": row(
    "compactions that were cut off before their summary",
    "bug report 78",
    chain.cutOffCompactions,
  ),
  "duplicate-call": row("calls that were made twice", "bug report 48", calls.duplicateCalls),
  "duplicate-result": row("second results of a call", "bug report 50", calls.duplicateResults),
  "unanswered-call": row("calls without a result", "bug report 45", calls.unansweredCalls),
  "orphan-result": row("results without a call", "bug report 19", calls.orphanResults),
} satisfies Record<string, KindRow>;

/** One of the kinds of fault that a log can be found to have. */
export type FaultKind = keyof typeof KINDS;

/** All kinds of fault that `diagnose` can find. */
export const FAULT_KINDS = Object.keys(KINDS) as readonly FaultKind[];
