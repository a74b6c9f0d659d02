/** What entries of the log are to the model: all but the harness's own words is text of others (D-18). */
import { blocksOf, type ChainEntry } from "../log/entry.ts";
import { type Block, isRecord } from "../wire.ts";
import { reminder } from "./reminders.ts";
import { neutral } from "./wrap.ts";

/** The words of an attachment, by its type (C-3.11, O-10); a type that does not stand here is not sent. */
const WORDS: Readonly<Record<string, (attachment: Readonly<Record<string, unknown>>) => string | undefined>> =
  {
    hook_additional_context: ({ hookName, content }) =>
      Array.isArray(content) && content.length > 0
        ? `${String(hookName)} hook additional context: ${content.map(String).join("\n")}`
        : undefined,
  };

/**
 * What an entry that is not the model's says, the same live and rebuilt. What is the harness's own is known by where it
 * stands in the log, never by its words: an attachment, or the remark of a tool beside its result (bug report 127).
 */
export function saidBlocks(entry: ChainEntry): readonly Block[] {
  if (entry.type === "attachment") return attachedBlocks(entry);
  return blocksOf(entry).map((block) => withRemark(neutral(block), entry["toolRemark"]));
}

/** A result with what its tool has to say of it (C-4.4): that a file is empty, or where it goes on. */
function withRemark(block: Block, remark: unknown): Block {
  const { type, content } = block;
  if (type !== "tool_result" || typeof content !== "string" || typeof remark !== "string") return block;
  return { ...block, content: [content, reminder(remark).text].filter((part) => part !== "").join("\n") };
}

/** The blocks that stand for an attachment. Law: attached-alike */
export function attachedBlocks(entry: ChainEntry): readonly Block[] {
  const attachment = entry["attachment"];
  if (!isRecord(attachment)) return [];
  const type = String(attachment["type"]);
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]?.(attachment) : undefined;
  return words === undefined ? [] : [reminder(words)];
}
