/** What attachments of the log are to the model (C-3.11, O-10): most of them nothing. */
import type { ChainEntry } from "../log/entry.ts";
import { type Block, isRecord } from "../wire.ts";
import { reminder } from "./reminders.ts";

/** The words of an attachment, by its type; a type that does not stand here is not sent. */
const WORDS: Readonly<Record<string, (attachment: Readonly<Record<string, unknown>>) => string | undefined>> =
  {
    hook_additional_context: ({ hookName, content }) =>
      Array.isArray(content) && content.length > 0
        ? `${String(hookName)} hook additional context: ${content.map(String).join("\n")}`
        : undefined,
  };

/** The blocks that stand for an attachment, the same live and rebuilt. Law: attached-alike */
export function attachedBlocks(entry: ChainEntry): readonly Block[] {
  const attachment = entry["attachment"];
  if (!isRecord(attachment)) return [];
  const type = String(attachment["type"]);
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]?.(attachment) : undefined;
  return words === undefined ? [] : [reminder(words)];
}
