/**
 * What is wrong with a log, told so that a person knows what is lost and what the model will see (D-8, D-9, D-12).
 */
import * as calls from "./faults-in-calls.ts";
import * as chain from "./faults-in-chain.ts";
import * as lines from "./faults-in-lines.ts";
import { type OpenedLog, openedLog } from "./opened-log.ts";

/** A fault before it has its kind. */
export type Found = Omit<Fault, "kind">;

/** What can be wrong, and what looks for it. An entry type or block type that nobody knows is not a fault (fact 35). */
const CHECKS = {
  "no-conversation": chain.noConversation,
  "damaged-line": lines.damagedLines,
  "torn-tail": lines.tornTail,
  "nameless-entry": lines.namelessEntries,
  "hollow-entry": lines.hollowEntries,
  "empty-text": lines.emptyTexts,
  "foreign-session": lines.foreignSessions,
  "duplicate-uuid": chain.duplicateUuids,
  "missing-parent": chain.missingParents,
  cycle: chain.cycles,
  "unresolved-preserved": chain.unresolvedPreserved,
  "duplicate-call": calls.duplicateCalls,
  "duplicate-result": calls.duplicateResults,
  "unanswered-call": calls.unansweredCalls,
  "orphan-result": calls.orphanResults,
} satisfies Record<string, (opened: OpenedLog, sessionId: string | undefined) => readonly Found[]>;

/** One of the kinds of fault. */
export type FaultKind = keyof typeof CHECKS;

/** All kinds of fault that `diagnose` can find. */
export const FAULT_KINDS = Object.keys(CHECKS) as readonly FaultKind[];

/** One fault: `line` is where it shows in the file, counted from 1, and `message` is one sentence for a person. */
export interface Fault {
  readonly line: number;
  readonly kind: FaultKind;
  readonly message: string;
}

/**
 * Finds the faults of a log, in the order of its lines; none in a log that is whole. `sessionId` is the session that
 * the file is named after. Pure, and total: any bytes are a log, if a poor one.
 * Law: diagnose-total. Law: clean-log-clean
 */
export function diagnose(bytes: Uint8Array, sessionId?: string): Fault[] {
  const opened = openedLog(bytes, sessionId);
  const faults = FAULT_KINDS.flatMap((kind) =>
    CHECKS[kind](opened, sessionId).map((found): Fault => ({ ...found, kind })),
  );
  return faults.sort((a, b) => a.line - b.line);
}
