/** What `log check` has found, told to a person or to a program. */
import { KINDS } from "../../annex/log/doctor/fault-kinds.ts";
import { oneLine } from "../../annex/log/one-line.ts";
import type { Output } from "../output.ts";
import type { Refused, Verdict } from "./verdict.ts";

/** One fault of one file. Of a refused conversation also the API's rule, and the place in the request. */
export interface CheckedFault {
  readonly file: string;
  readonly line: number;
  readonly kind: keyof typeof KINDS | "refused";
  readonly message: string;
  /** The public report that it resembles. */
  readonly report: string;
  readonly rule?: string;
  readonly path?: string;
}

/** How many logs were looked at, and what would come of asking on from them. */
export interface Tally {
  logs: number;
  taken: number;
  refused: number;
  nothing: number;
}

const REFUSED = { what: "conversations that the API would refuse", report: "bug report 60" };

/** A refusal as a fault of the log. */
export function refusedFault(file: string, { line, message, rule, path }: Refused): CheckedFault {
  const said = oneLine(message).replace(/\.$/, "");
  const told = `The API would refuse the conversation, now and at every later prompt: ${said} (${rule}).`;
  return { file, line, kind: "refused", message: told, report: REFUSED.report, rule, ...(path && { path }) };
}

/** Counts a verdict. */
export function count(tally: Tally, verdict: Verdict): void {
  tally.logs += 1;
  tally[typeof verdict === "object" ? "refused" : verdict] += 1;
}

/** Damaged lines that are shown of a file without a conversation: it is likely no log, and every line of it is one. */
const MOST_SHOWN = 5;

/** The faults of one file, each in a line. */
export function faultLines(faults: readonly CheckedFault[], isOneOfMany: boolean): string[] {
  const damaged = faults.filter(({ kind }) => kind === "damaged-line");
  const hidden = new Set(
    faults.some(({ kind }) => kind === "no-conversation") ? damaged.slice(MOST_SHOWN) : [],
  );
  const lines = faults.filter((fault) => !hidden.has(fault)).map((fault) => faultLine(fault, isOneOfMany));
  if (hidden.size === 0) return lines;
  const more = hidden.size === 1 ? "1 more line" : `${hidden.size} more lines`;
  return [
    ...lines,
    `${isOneOfMany ? `${faults[0]?.file}: ` : ""}and ${more} that cannot be read; --json lists them all.`,
  ];
}

function faultLine({ file, line, kind, message, report }: CheckedFault, isOneOfMany: boolean): string {
  return `${isOneOfMany ? `${file}: ` : ""}line ${line}: ${kind}: ${message} [${report}]`;
}

/** What it comes to: the faults by kind, and what the API would say. */
export function summarize(faults: readonly CheckedFault[], tally: Tally, out: Output): void {
  const { logs } = tally;
  const faulty = new Set(faults.map(({ file }) => file)).size;
  if (faults.length > 0) {
    const where = logs === 1 ? "" : ` in ${faulty} of ${logs} logs`;
    out.note(`${faults.length === 1 ? "1 fault" : `${faults.length} faults`}${where}:`);
    for (const row of byKind(faults)) out.note(row);
  } else out.note(logs === 1 ? "No faults." : `No faults in ${logs} logs.`);
  out.note(logs === 1 ? verdictOnOne(tally) : verdictOnMany(tally));
}

function byKind(faults: readonly CheckedFault[]): string[] {
  const kinds = { ...KINDS, refused: REFUSED };
  return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
    const count = faults.filter((fault) => fault.kind === kind).length;
    const { what, report } = kinds[kind];
    return count > 0 ? [`${String(count).padStart(6)}  ${kind.padEnd(20)}  ${what} [${report}]`] : [];
  });
}

function verdictOnOne({ taken, nothing }: Tally): string {
  if (nothing > 0) return "There is no conversation that could be sent to the API.";
  return `The API would ${taken > 0 ? "take" : "refuse"} the conversation, with a new prompt behind it.`;
}

function verdictOnMany({ taken, refused, nothing }: Tally): string {
  const share = refused > 0 ? `${taken} and refuse ${refused}` : `${taken}`;
  const none = nothing > 0 ? ` ${nothing === 1 ? "1 log holds" : `${nothing} logs hold`} none.` : "";
  return `Of ${taken + refused} conversations, with a new prompt behind each, the API would take ${share}.${none}`;
}
