/** What entries of the log are to the model: all but the harness's own words is text of others (D-18). */
import { blocksOf, type ChainEntry } from "../log/entry.ts";
import { type Block, isRecord } from "../wire.ts";
import { reminder } from "./reminders.ts";
import { neutral } from "./wrap.ts";

/** One kind of thing that the harness shows the model unasked: an attachment of the log, by its type. */
export interface Injection {
  /** Its words, which are sent as a reminder; undefined for one that says nothing. */
  readonly words: (attachment: Fields) => string | undefined;
  /** What makes two of them the same: of those only the first stands on a path. Left out: each stands. */
  readonly once?: (attachment: Fields) => unknown;
}

/** What is injected, by the type of its attachment; a type that does not stand here is not sent (C-3.11). */
export type Injections = Readonly<Record<string, Injection>>;

type Fields = Readonly<Record<string, unknown>>;

/** What the core itself injects. */
export const CORE_INJECTIONS: Injections = {
  hook_additional_context: {
    words: ({ hookName, content }) =>
      Array.isArray(content) && content.length > 0
        ? `${String(hookName)} hook additional context: ${content.map(String).join("\n")}`
        : undefined,
  },
};

/**
 * What an entry that is not the model's says, the same live and rebuilt. What is the harness's own is known by where it
 * stands in the log, never by its words: an attachment, or the remark of a tool beside its result (bug report 127).
 */
export function saidBlocks(entry: ChainEntry, injections = CORE_INJECTIONS): readonly Block[] {
  if (entry.type === "attachment") return attachedBlocks(entry, injections);
  return blocksOf(entry).map((block) => withRemark(neutral(block), entry["toolRemark"]));
}

/** A result with what its tool has to say of it (C-4.4): that a file is empty, or where it goes on. */
function withRemark(block: Block, remark: unknown): Block {
  const { type, content } = block;
  if (type !== "tool_result" || typeof content !== "string" || typeof remark !== "string") return block;
  return { ...block, content: [content, reminder(remark).text].filter((part) => part !== "").join("\n") };
}

/** The blocks that stand for an attachment. Law: attached-alike */
export function attachedBlocks(entry: ChainEntry, injections = CORE_INJECTIONS): readonly Block[] {
  const attachment = entry["attachment"];
  const words = isRecord(attachment) ? injectionOf(attachment, injections)?.words(attachment) : undefined;
  return words === undefined ? [] : [reminder(words)];
}

/** Does an attachment stand among others already, by the rule of its type? */
export function isTold(attachment: Fields, told: readonly Fields[], injections: Injections): boolean {
  const once = injectionOf(attachment, injections)?.once;
  const isSame = (other: Fields) =>
    other["type"] === attachment["type"] && once?.(other) === once?.(attachment);
  return once !== undefined && told.some(isSame);
}

function injectionOf({ type }: Fields, injections: Injections): Injection | undefined {
  return Object.hasOwn(injections, String(type)) ? injections[String(type)] : undefined;
}
