/**
 * A log read for its links: of every line only what says where it hangs and what kind of thing it says. So a log that is
 * larger than the memory can be looked at; the lines on the path are then read again, whole.
 */
import { isUtf8 } from "node:buffer";
import type { Line } from "../../../log/entry.ts";
import { type DamagedLine, type ReadLine, type ReadLog, readLine, tooLong } from "../../../log/read.ts";
import { isRecord } from "../../../wire.ts";
import type { LogSource } from "../log-source.ts";
import { type StreamedLine, streamLines } from "../stream-lines.ts";

/** What is known of a log's bytes besides its lines. */
export interface ByteFacts {
  /** The number of the last line if no newline ends it; it may have been cut off while it was written. */
  readonly unended: number | undefined;
  /** Lines that hold bytes which are no text. */
  readonly garbled: readonly number[];
}

/** A log without what is said in it. */
export interface LeanLog {
  readonly log: ReadLog;
  readonly facts: ByteFacts;
  /** Where each line begins, and the end of the last one: line `n` goes from `starts[n - 1]` to `starts[n] - 1`. */
  readonly starts: readonly number[];
}

/** Reads a log for its links. `chunk` is how many bytes are read at once. */
export function readLean(source: LogSource, chunk?: number): LeanLog {
  const lines: ReadLine[] = [];
  const damaged: DamagedLine[] = [];
  const starts = [0];
  const garbled: number[] = [];
  let unended: number | undefined;
  for (const streamed of streamLines(source, chunk)) {
    const { number, offset, length, bytes, isEnded } = streamed;
    starts.push(offset + length + 1);
    if (!isEnded) unended = number;
    if (bytes && !isUtf8(bytes)) garbled.push(number);
    const { whole, damage } = foundIn(streamed);
    if (damage !== undefined) damaged.push({ number, damage, saved: whole.length });
    for (const line of whole) lines.push({ number, line: leanLine(line) });
  }
  return { log: { lines, damaged, count: starts.length - 1 }, facts: { unended, garbled }, starts };
}

/** The log with these lines read whole. */
export function withWhole({ log, starts }: LeanLog, source: LogSource, wanted: ReadonlySet<number>): ReadLog {
  let last = 0;
  let inLine = 0;
  const lines = log.lines.map((each) => {
    const { number } = each;
    inLine = number === last ? inLine + 1 : 0;
    last = number;
    if (!wanted.has(number)) return each;
    const start = starts[number - 1] ?? 0;
    const { whole } = readLine(source.read(start, (starts[number] ?? start) - 1 - start));
    const line = whole[inLine];
    return line ? { number, line } : each;
  });
  return { ...log, lines };
}

function foundIn({ bytes, length }: StreamedLine): ReturnType<typeof readLine> {
  return bytes ? readLine(bytes) : tooLong(length);
}

/** The fields of a line that say where it hangs and what it is; they are short. One shape for all is the least memory. */
function leanLine(line: Line): Line {
  const { type, uuid, parentUuid, sessionId, isSidechain, agentId, isMeta, subtype, leafUuid } = line;
  const { compactMetadata, logicalParentUuid } = line;
  const links = { type, uuid, parentUuid, sessionId, isSidechain, agentId, isMeta, subtype, leafUuid };
  return {
    ...links,
    compactMetadata,
    logicalParentUuid,
    content: leanText(line["content"]),
    message: leanMessage(line["message"]),
  };
}

/** A message that was spread into its letters keeps a trace of it, by which it is known (bug report 37). */
function leanMessage(message: unknown): unknown {
  if (!isRecord(message)) return undefined;
  const { id, model, content } = message;
  const lean = { id, model, content: Array.isArray(content) ? content.map(leanBlock) : leanText(content) };
  return Object.hasOwn(message, "0") ? { ...lean, 0: "" } : lean;
}

function leanBlock(block: unknown): unknown {
  if (!isRecord(block) || typeof block["type"] !== "string") return undefined;
  const { type, id, tool_use_id, name } = block;
  return { type, id, tool_use_id, name, text: leanText(block["text"]) };
}

/** Whether there is a text, and whether it has words. */
function leanText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return value.trim() === "" ? "" : "…";
}
