/** The lines that a session's checkpoints are read from, found in a log of any length. */
import { Buffer } from "node:buffer";
import type { Line } from "../../log/entry.ts";
import { readLine } from "../../log/read.ts";
import type { LogFile } from "../../ports.ts";
import { isRecord } from "../../wire.ts";
import { streamLines } from "../log/stream-lines.ts";

/** What stands in a line that counts; it may stand in others as well. */
const MARKS = ['"file-history-', '"digest":"', '"role":"user","content":"'];

/** A log whose lines are asked for. */
export interface NamedLog {
  readonly path: string;
  readonly file: Pick<LogFile, "read" | "size">;
}

/**
 * The lines of checkpoints, of prompts, and of what file tools have seen, the last without their results. Each part of a
 * log is read once: what has been added since comes to what is known, so that a prompt costs what was written since the last
 * one. Another log is read from its beginning. Law: history-rebuilt
 */
export function historyLines(log: () => NamedLog): () => readonly Line[] {
  let read = { path: "", to: 0, lines: [] as Line[] };
  return () => {
    const { path, file } = log();
    if (path !== read.path || file.size() < read.to) read = { path, to: 0, lines: [] };
    const from = read.to;
    for (const { offset, length, bytes, isEnded } of streamLines({
      read: (at, most) => file.read(from + at, most),
    })) {
      const found = bytes && isMarked(bytes) ? readLine(bytes).whole.flatMap(shortened) : [];
      // One that has no end yet may be in the middle of its write.
      if (!isEnded) return [...read.lines, ...found];
      read.lines.push(...found);
      read.to = from + offset + length + 1;
    }
    return read.lines;
  };
}

function isMarked(bytes: Uint8Array): boolean {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return MARKS.some((mark) => line.includes(mark));
}

/** What counts of a line. */
function shortened(line: Line): Line[] {
  const { type, uuid, message, toolUseResult } = line;
  if (type.startsWith("file-history-")) return [line];
  if (isRecord(toolUseResult) && toolUseResult["digest"] !== undefined) {
    const { filePath, digest } = toolUseResult;
    return [{ type, toolUseResult: { filePath, digest } }];
  }
  return type === "user" && isRecord(message) ? [{ type, uuid, message }] : [];
}
