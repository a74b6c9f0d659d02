/** What a session is called in a list (facts 25, 29, 53, 54). */
import { blocksOf, isChainEntry, isMainChain, type Line } from "../../../log/entry.ts";
import { isRecord } from "../../../wire.ts";

/** Where a title was taken from, the first of them that there is: from what a person named it to what was said first. */
const TITLE_SOURCES = ["custom-title", "ai-title", "last-prompt", "summary", "first-prompt"] as const;

/** A session's title. */
export interface Title {
  readonly text: string;
  readonly source: (typeof TITLE_SOURCES)[number];
  /** The session that a custom title names, where that is another one than the file's (bug report 24). */
  readonly writtenFor?: string;
}

/** The lines that carry a title of their own, in which field, and by what end of its name they are looked for; in this order. */
const FIELDS = [
  ["custom-title", "customTitle", 'Title"'],
  ["ai-title", "aiTitle", 'Title"'],
  ["last-prompt", "lastPrompt", 'Prompt"'],
] as const;

/** How a log is looked at for titles: the last line with a mark, near the end or anywhere. */
export interface TitleLines {
  rareNearEnd(mark: string, isIt: (line: Line) => boolean): Line | undefined;
  anywhere(mark: string, isIt: (line: Line) => boolean): Line | undefined;
}

/**
 * The title that a log's own lines give it. The last custom title counts, wherever in the file it stands (bug report
 * 120), and though it names another session, which is told (bug report 24); the other kinds are looked for near the
 * end and among the `first` lines, where clients write them again and again. A blank one is none. Law: title-order
 */
export function ledgerTitle(log: TitleLines, first: readonly Line[], sessionId: string): Title | undefined {
  for (const [type, field, mark] of FIELDS) {
    const isIt = (line: Line) => line.type === type && typeof line[field] === "string";
    const line =
      type === "custom-title"
        ? log.anywhere(mark, isIt)
        : (log.rareNearEnd(mark, isIt) ?? first.findLast(isIt));
    const text = String(line?.[field] ?? "").trim();
    if (!line || text === "") continue;
    const named = line["sessionId"];
    const isOther = type === "custom-title" && typeof named === "string" && named !== sessionId;
    return { text, source: type, ...(isOther && { writtenFor: named }) };
  }
  return undefined;
}

/** Beginnings of what a client puts into a user's entry itself: commands, their output, interruptions (fact 24). */
const NOT_SAID =
  /^\s*(?:<(?:command-|local-command|bash-|task-notification|user-memory-input)|\[Request interrupted by user)/;
const COMMAND = /<command-name>([^<]+)<\/command-name>/;

/**
 * What a person said in this line, if it is a prompt: no result, no summary (bug report 77), nothing that the client wrote
 * in the person's place.
 */
export function promptIn(line: Line): string | undefined {
  if (!isSaidByUser(line)) return undefined;
  const said = textsIn(line).find((text) => text.trim() !== "" && !NOT_SAID.test(text));
  return said?.trim();
}

/** The command that a person gave in this line, `/clear`: what a session without a prompt is called. */
export function commandIn(line: Line): string | undefined {
  return isSaidByUser(line) ? COMMAND.exec(textsIn(line).join("\n"))?.[1]?.trim() : undefined;
}

function isSaidByUser(line: Line): boolean {
  return (
    line.type === "user" &&
    isChainEntry(line) &&
    isMainChain(line) &&
    line["isMeta"] !== true &&
    line["isCompactSummary"] !== true
  );
}

function textsIn(line: Line): string[] {
  if (!isChainEntry(line)) return [];
  return blocksOf(line).flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block["text"] === "string" ? [block["text"]] : [],
  );
}
