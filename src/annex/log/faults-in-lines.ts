/**
 * Faults that one line shows by itself, whatever hangs on it.
 */
import { blocksOf, isChainEntry, isSynthetic } from "../../log/entry.ts";
import type { Node } from "../../log/tree.ts";
import { isRecord } from "../../wire.ts";
import type { Found } from "./diagnose.ts";
import { beginning } from "./one-line.ts";
import { isBlank, type OpenedLog } from "./opened-log.ts";

/** Lines that are not JSON, not an object, or have no type (D-12). */
export function damagedLines({ log, unended }: OpenedLog): Found[] {
  return log.damaged
    .filter(({ number }) => number !== unended)
    .map(({ number, damage }) => ({
      line: number,
      message: `The line is skipped and what it held is lost: it is ${beginning(damage, 40)}.`,
    }));
}

/** A damaged last line without its newline: the process died, or the disk was full, while it was written. */
export function tornTail({ log, unended }: OpenedLog): Found[] {
  return log.damaged
    .filter(({ number }) => number === unended)
    .map(({ number }) => ({
      line: number,
      message:
        "The log ends in the middle of a line, as after a crash: that last entry is lost, and the next one will begin a new line.",
    }));
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
export function hollowEntries({ tree, onPath }: OpenedLog): Found[] {
  return tree.nodes.filter(isHollow).map((node) => {
    const rest = blocksOf(node.entry).length > 0 ? "only the parts that can be read" : "nothing of it";
    const seen = onPath.has(node) ? `the model sees ${rest}` : "it is not on the path of the conversation";
    return {
      line: node.line,
      message: `This ${node.entry.type} entry has no message that can be read whole: ${seen}.`,
    };
  });
}

/** Does a prompt or an answer lack a message that can be read whole? */
function isHollow({ entry }: Node): boolean {
  if (entry.type !== "user" && entry.type !== "assistant") return false;
  const content = isRecord(entry["message"]) ? entry["message"]["content"] : undefined;
  if (typeof content === "string") return false;
  return !Array.isArray(content) || blocksOf(entry).length < content.length;
}

/** Texts without words on the path. */
export function emptyTexts({ tree, onPath }: OpenedLog): Found[] {
  return tree.nodes
    .filter((node) => onPath.has(node) && !isSynthetic(node.entry) && blocksOf(node.entry).some(isBlank))
    .map(({ line }) => ({
      line,
      message: "A text of this entry is empty: it is not sent, because the API would refuse it.",
    }));
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
