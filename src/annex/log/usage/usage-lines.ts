/**
 * Of a log of any size, the few lines that tell what a call used. The rest is passed over as bytes.
 * Law: usage-told-only
 */
import { Buffer } from "node:buffer";
import { isChainEntry, type Line } from "../../../log/entry.ts";
import { readLine } from "../../../log/read.ts";
import { isRecord } from "../../../wire.ts";
import type { LogSource } from "../log-source.ts";
import { streamLines } from "../stream-lines.ts";
import { type ToldLine, ToldScanner } from "./told-scanner.ts";

/** A line that could be read or, with `damage`, one that could not. */
export type TellingLine =
  | { readonly number: number; readonly line: Line }
  | { readonly number: number; readonly damage: string };

/**
 * The end of the key `input_tokens` or `output_tokens`, which every usage has. Within a JSON string its quote would have a
 * backslash before it, so what a log quotes is not mistaken for what it tells.
 */
const TELLS = Buffer.from('put_tokens"');
/** The key of the time that an entry was made at. */
const TIMED = '"timestamp"';
/** Bytes read at once: few enough to stay near the processor. */
const CHUNK = 256 * 1024;

/**
 * The lines of a log that name tokens, and before them the first that has a time; parsed, in their order. Told as damaged
 * are those of them that cannot be read, and any line that is cut off or too long to be held; other lines are not
 * parsed, so of another damage to them nothing is known. Left out is an entry that was made after the one before it and
 * repeats it: that one has told all of its call.
 */
export function* tellingLines(source: LogSource): Generator<TellingLine> {
  let timed = false;
  let before: ToldLine | undefined;
  for (const { number, length, bytes } of streamLines(source, CHUNK)) {
    if (!bytes) {
      yield { number, damage: `too long to be read (${length} bytes)` };
      continue;
    }
    const line = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!line.includes(TELLS) && (timed || !line.includes(TIMED, 0, "latin1")) && !isCutOff(line)) {
      continue;
    }
    const told = SCANNER.read(line);
    if (told && before && isRepeated(before, told)) continue;
    before = told;
    const { whole, damage } = told ? { whole: [told] } : parsed(line);
    timed ||= whole.some((one) => typeof one["timestamp"] === "string");
    for (const one of whole) yield { number, line: one };
    if (damage !== undefined) yield { number, damage };
  }
}

/** Do both entries tell the same of one response, and the one before tells the earlier time? */
function isRepeated(before: ToldLine, told: ToldLine): boolean {
  const [one, other] = [before.message, told.message];
  return (
    isRecord(one) &&
    isRecord(other) &&
    // The scanner makes one object of what stands there in the same bytes.
    isRecord(one["usage"]) &&
    one["usage"] === other["usage"] &&
    typeof one["id"] === "string" &&
    one["id"] === other["id"] &&
    one["model"] === other["model"] &&
    before.type === told.type &&
    before.requestId === told.requestId &&
    before.sessionId === told.sessionId &&
    before.forkedFrom === undefined &&
    told.forkedFrom === undefined &&
    typeof before.timestamp === "string" &&
    typeof told.timestamp === "string" &&
    before.timestamp !== "" &&
    before.timestamp <= told.timestamp &&
    isChainEntry(before)
  );
}

const SCANNER = new ToldScanner();

/** As `readLine`, without its look at how deep the line is nested: nobody writes it again. */
function parsed(bytes: Buffer): ReturnType<typeof readLine> {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (isRecord(value) && typeof value["type"] === "string") return { whole: [value as Line] };
  } catch {
    // It says why, and saves what can be saved.
  }
  return readLine(bytes);
}

const SPACE = 0x20;
const OPENS = 0x7b;
const CLOSES = 0x7d;
/** The first byte of a byte order mark. */
const MARK = 0xef;

/** Does a line not begin and end as an object does? Blank ones are nothing. */
function isCutOff(line: Buffer): boolean {
  let end = line.length - 1;
  while (isSpace(line[end])) end -= 1;
  if (end < 0) return false;
  let start = 0;
  while (isSpace(line[start])) start += 1;
  return line[end] !== CLOSES || (line[start] !== OPENS && line[start] !== MARK);
}

function isSpace(byte: number | undefined): boolean {
  return byte !== undefined && byte <= SPACE && byte !== 0;
}
