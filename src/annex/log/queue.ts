/**
 * What a person has said while a turn ran, in the log: ledger lines beside the chain (O-7, fact 28). A prompt is
 * `enqueue`d; its turn comes and it is `dequeue`d, just before its entry; or all are given back for editing (`popAll`).
 */
import { blocksOf, isChainEntry, type Line } from "../../log/entry.ts";

/** One change of the queue. `content`: what was put in, or all that was given back. */
export type QueueOperation =
  | { readonly operation: "enqueue" | "popAll"; readonly content: string }
  | { readonly operation: "dequeue" };

/** Prompts by how far they have come; together they are what is in no conversation yet. */
interface Waiting {
  /** Taken out of the queue; its entry has not been written. */
  readonly sent: readonly string[];
  /** Given back for editing, and not queued again since. */
  readonly drafts: readonly string[];
  readonly queue: readonly string[];
}

/**
 * What was queued and never said, oldest first: it is found again when the session is taken up, whenever the process
 * ended (bug report 131). Law: queue-kept
 */
export function leftInQueue(lines: readonly Line[]): string[] {
  let waiting: Waiting = { sent: [], drafts: [], queue: [] };
  for (const line of lines) {
    if (line.type === "queue-operation") waiting = operated(waiting, line);
    else if (isSaid(line, waiting.sent)) waiting = { ...waiting, sent: [] };
  }
  const { sent, drafts, queue } = waiting;
  return [...sent, ...drafts, ...queue];
}

function operated(waiting: Waiting, { operation, content }: Line): Waiting {
  const { sent, drafts, queue } = waiting;
  const [first, ...rest] = queue;
  switch (operation) {
    case "enqueue":
      // What had been given back stood in the line that was queued now, as far as the person wanted it.
      return typeof content === "string" ? { sent, drafts: [], queue: [...queue, content] } : waiting;
    case "dequeue":
      return first === undefined ? waiting : { sent: [first], drafts, queue: rest };
    case "popAll":
      return { sent, drafts: [...drafts, ...queue], queue: [] };
    case "remove":
      return { ...waiting, queue: without(queue, content) };
    default:
      return waiting;
  }
}

/** The real client's older lines do not say which one was removed: then it is the oldest (fact 28). */
function without(queue: readonly string[], content: unknown): readonly string[] {
  const at = typeof content === "string" ? queue.indexOf(content) : 0;
  return queue.filter((_, index) => index !== at);
}

/** Is this the entry of a prompt with these words? */
function isSaid(line: Line, [words]: readonly string[]): boolean {
  if (words === undefined || !isChainEntry(line) || line.type !== "user") return false;
  return blocksOf(line).some((block) => block["text"] === words);
}
