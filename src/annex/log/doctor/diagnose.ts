/**
 * What is wrong with a log, told so that a person knows what is lost and what the model will see (D-8, D-9, D-12).
 */
import { FAULT_KINDS, type FaultKind, type Found, KINDS } from "./fault-kinds.ts";
import { type OpenedLog, openedLog } from "./opened-log.ts";

/** One fault: `line` is where it shows in the file, counted from 1, and `message` is one sentence for a person. */
export interface Fault extends Found {
  readonly kind: FaultKind;
  /** The public report that it resembles. */
  readonly report: string;
}

/**
 * Finds the faults of a log, in the order of its lines; none in a log that is whole. `sessionId` is the session that
 * the file is named after. Pure, and total: any bytes are a log, if a poor one.
 * Law: diagnose-total. Law: clean-log-clean
 */
export function diagnose(bytes: Uint8Array, sessionId?: string): Fault[] {
  return faultsOf(openedLog(bytes, sessionId), sessionId);
}

/** The same of a log that is open. */
export function faultsOf(opened: OpenedLog, sessionId?: string): Fault[] {
  const faults = FAULT_KINDS.flatMap((kind) => {
    const { find, report } = KINDS[kind];
    return find(opened, sessionId).map(({ line, message }): Fault => ({ line, kind, message, report }));
  });
  return faults.sort((a, b) => a.line - b.line);
}
