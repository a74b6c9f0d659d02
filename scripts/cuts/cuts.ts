/**
 * The cut law (D-35): a log that is cut anywhere opens, tells what is damaged, and asked on makes a request that the API
 * takes; where the cut leaves no conversation, that is told.
 */
import { refusal } from "#mock-api";
import { readLog } from "#src/index.ts";
import { askOn } from "./ask-on.ts";

const NEWLINE = 0x0a;

/** What was tried. */
export interface Tried {
  /** Cuts that were read. */
  readonly cuts: number;
  /** Of them, those that were asked on: all others hold the very lines of one that was. */
  readonly asked: number;
  readonly without: number;
}

/** Every place where a log can be cut, the empty log and the whole one included. */
export function* everyByte(log: Uint8Array): Generator<number> {
  for (let at = 0; at <= log.length; at += 1) yield at;
}

/** The places in front of and behind the newline of every line, and all within the last one. */
export function* lineEnds(log: Uint8Array): Generator<number> {
  const last = log.lastIndexOf(NEWLINE, log.length - 2) + 1;
  yield 0;
  for (let at = log.indexOf(NEWLINE); at !== -1 && at + 1 < last; at = log.indexOf(NEWLINE, at + 1)) {
    yield at;
    yield at + 1;
  }
  for (let at = last; at <= log.length; at += 1) yield at;
}

/**
 * Cuts a log at these places, one behind the other, and reads what is left each time. It is asked on whenever other lines
 * are read than from the cut before: a session sees nothing of a log but its lines. Throws for a cut that breaks the law.
 */
export async function tryCuts(log: Uint8Array, places: Iterable<number>): Promise<Tried> {
  const tried = { cuts: 0, asked: 0, without: 0 };
  let before = "";
  for (const at of places) {
    const cut = log.subarray(0, at);
    const { lines, damaged, count } = readLog(cut);
    tried.cuts += 1;
    const torn = damaged.length > 0;
    if (damaged.some(({ number }) => number < count))
      throw new Error(`Cut at ${at}: a line before the cut is damaged.`);
    const seen = `${lines.length} ${torn}`;
    if (seen === before) continue;
    before = seen;
    tried.asked += 1;
    if (!(await holdsAt(cut, at, torn))) tried.without += 1;
  }
  return tried;
}

/** Is there a conversation to go on with? Throws where the law is broken. */
async function holdsAt(cut: Uint8Array, at: number, torn: boolean): Promise<boolean> {
  const { request, told, bytes } = await askOn(cut);
  const fail = (what: string) => new Error(`Cut at byte ${at}: ${what}`);
  if (Buffer.compare(bytes.subarray(0, at), cut) !== 0) throw fail("what stood in the log was changed.");
  if (!request) {
    if (!told.some((text) => /There is no (conversation in )?session/.test(text)))
      throw fail("that nothing is left is not told.");
    return false;
  }
  if (torn && !told.some((text) => text.includes("is damaged"))) throw fail("the torn line is not told.");
  const refused = refusal(request, { foreignSignatures: "accept" });
  if (refused) throw fail(`the API refuses: ${refused.message} (${refused.rule})`);
  return true;
}
