/**
 * Faults that one line shows by itself, whatever hangs on it.
 */
import { blocksOf, type ChainEntry, isChainEntry } from "../../../log/entry.ts";
import type { Node } from "../../../log/tree.ts";
import { isRecord } from "../../../wire.ts";
import { beginning } from "../one-line.ts";
import type { Found } from "./fault-kinds.ts";
import type { OpenedLog } from "./opened-log.ts";

/** Lines that are not JSON, not an object, or have no type (D-12). */
export function damagedLines({ log, unended }: OpenedLog): Found[] {
  return log.damaged
    .filter(({ number, saved }) => number !== unended && saved === 0)
    .map(({ number, damage }) => ({
      line: number,
      message: `The line is skipped and what it held is lost: it is ${beginning(damage, 40)}.`,
    }));
}

/** A damaged last line without its newline: the process died, or the disk was full, while it was written. */
export function tornTail({ log, unended }: OpenedLog): Found[] {
  return log.damaged
    .filter(({ number, saved }) => number === unended && saved === 0)
    .map(({ number }) => ({
      line: number,
      message:
        "The log ends in the middle of a line, as after a crash: that last entry is lost, and the next one will begin a new line.",
    }));
}

/** Lines that were written right behind a torn one, without a newline between (bug report 26). */
export function gluedLines({ log }: OpenedLog): Found[] {
  return log.damaged
    .filter(({ saved }) => saved > 0)
    .map(({ number, saved }) => {
      const what = saved === 1 ? "An entry is" : `${saved} entries are`;
      const them = saved === 1 ? "it counts" : "they count";
      return {
        line: number,
        message: `${what} whole in this line, which cannot be read as one: ${them} in this place, and what else the line held is lost.`,
      };
    });
}

/** Prompts and answers that cannot be part of the chain, for lack of a usable uuid. */
export function namelessEntries({ log }: OpenedLog): Found[] {
  return log.lines
    .filter(({ line }) => (line.type === "user" || line.type === "assistant") && !isChainEntry(line))
    .map(({ line, number }) => ({
      line: number,
      message: `This ${line.type} entry has no usable uuid or parentUuid, so it is not part of the conversation and the model does not see it.`,
    }));
}

/** Prompts and answers whose message cannot be read, or only in part. */
export function hollowEntries(opened: OpenedLog): Found[] {
  return opened.tree.nodes
    .filter(({ entry }) => isHollow(entry) && !isSpread(entry))
    .map((node) => {
      const what = `This ${node.entry.type} entry has no message that can be read whole`;
      return { line: node.line, message: `${what}: ${shareOf(node, opened)}.` };
    });
}

/** Messages that became an object of their letters (bug report 37). */
export function spreadMessages(opened: OpenedLog): Found[] {
  return opened.tree.nodes
    .filter(({ entry }) => isHollow(entry) && isSpread(entry))
    .map((node) => {
      const what = `The message of this ${node.entry.type} entry was spread into its letters, a field each`;
      return { line: node.line, message: `${what}: ${shareOf(node, opened)}.` };
    });
}

/** Does a prompt or an answer lack a message that can be read whole? */
function isHollow(entry: ChainEntry): boolean {
  if (entry.type !== "user" && entry.type !== "assistant") return false;
  const content = isRecord(entry["message"]) ? entry["message"]["content"] : undefined;
  if (typeof content === "string") return false;
  return !Array.isArray(content) || blocksOf(entry).length < content.length;
}

function isSpread({ message }: ChainEntry): boolean {
  return isRecord(message) && Object.hasOwn(message, "0");
}

function shareOf(node: Node, { onPath }: OpenedLog): string {
  if (!onPath.has(node)) return "it is not on the path of the conversation";
  const rest = blocksOf(node.entry).length > 0 ? "only the parts that can be read" : "nothing of it";
  return `the model sees ${rest}`;
}

/** Lines of another session in this one's file, told once for each session (fact 55, O-25). */
export function foreignSessions(opened: OpenedLog, sessionId: string | undefined): Found[] {
  const own = sessionId ?? opened.tree.sessionId;
  const strangers = new Map<string, { line: number; count: number; heard: number }>();
  const heard = new Set([...opened.onPath].map((node) => node.line));
  for (const { line, number } of opened.log.lines) {
    const id = line["sessionId"];
    if (typeof id !== "string" || id === own || own === undefined) continue;
    if (!isChainEntry(line) && line.type !== "custom-title") continue;
    const stranger = strangers.get(id) ?? { line: number, count: 0, heard: 0 };
    strangers.set(id, stranger);
    stranger.count += 1;
    if (heard.has(number)) stranger.heard += 1;
  }
  return [...strangers].map(([id, { line, count, heard }]) => {
    const [which, them] =
      count === 1 ? ["This line belongs", "it"] : [`${count} lines, this one the first, belong`, "them"];
    const share =
      count === 1
        ? `${them} is${heard ? "" : " not"}`
        : `${heard || "none"} of ${them} ${heard > 1 ? "are" : "is"}`;
    return {
      line,
      message: `${which} to another session, ${beginning(id, 40)}: ${share} part of this conversation.`,
    };
  });
}
