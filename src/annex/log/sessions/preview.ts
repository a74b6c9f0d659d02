/** How a session ended, for whoever is about to choose it: what was said last, and what was answered. */
import { blocksOf, type ChainEntry, isChainEntry, isMainChain, isSynthetic } from "../../../log/entry.ts";
import { readLog } from "../../../log/read.ts";
import { beginning } from "../one-line.ts";
import type { LogShelf } from "./candidates.ts";
import type { SessionRow } from "./listing.ts";
import { promptIn } from "./titles.ts";

/** Bytes at the end of a log that are looked at. */
const WINDOW = 64 * 1024;

/** The last words near the end of a log; undefined where there are none of that kind. */
export interface Preview {
  readonly prompt: string | undefined;
  readonly answer: string | undefined;
}

/** Each in one line that fills `columns`. A log that is gone, or may not be read, says nothing. */
export function previewOf(shelf: LogShelf, { path, bytes }: SessionRow, columns: number): Preview {
  const entries = tail(shelf, path, bytes);
  const prompt = entries.map(promptIn).findLast((words) => words !== undefined);
  const answer = entries.map(answerIn).findLast((words) => words !== "");
  return {
    prompt: prompt === undefined ? undefined : beginning(prompt, columns),
    answer: answer === undefined ? undefined : beginning(answer, columns),
  };
}

function tail(shelf: LogShelf, path: string, bytes: number): ChainEntry[] {
  try {
    const begin = Math.max(0, bytes - WINDOW);
    // The first of them may be only the end of a line: then it is damaged, and none.
    const lines = shelf.open(path, (source) => readLog(source.read(begin, bytes - begin)).lines);
    return lines.flatMap(({ line }) => (isChainEntry(line) && isMainChain(line) ? [line] : []));
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

function answerIn(entry: ChainEntry): string {
  if (entry.type !== "assistant" || isSynthetic(entry)) return "";
  return blocksOf(entry)
    .flatMap(({ text }) => (typeof text === "string" ? [text] : []))
    .join(" ")
    .trim();
}
