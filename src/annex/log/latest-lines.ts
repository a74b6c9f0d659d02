/** What a log says last, its length left out of account. */
import type { Line } from "../../log/entry.ts";
import { readLog } from "../../log/read.ts";
import type { LogFile } from "../../ports.ts";

const LATEST = 4 * 1024 * 1024;

/** The lines at the end of a log, oldest first; of a long log there are others before. */
export function latestLines(file: Pick<LogFile, "read" | "size">): readonly Line[] {
  // The first of them may be only the end of a line: then it is damaged, and none.
  return readLog(file.read(Math.max(0, file.size() - LATEST))).lines.map(({ line }) => line);
}
