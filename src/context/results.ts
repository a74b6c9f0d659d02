/** Channel 4: a tool's result, with what the harness has to say of it (C-4.4). */
import type { ChainEntry } from "../log/entry.ts";
import { type Block, isRecord } from "../wire.ts";
import { reminder } from "./reminders.ts";
import { neutral } from "./wrap.ts";

/** What stands in the place of a result that is too long, as it looks when its tags are neutralised like any others. */
const SAVED = /^<\\(persisted-output>[\s\S]*)<\\(\/persisted-output>)$/;

/**
 * A block of an entry, as text of others (D-18). Around a result stand the harness's own words: the remark of its tool, that
 * a file is empty or where it goes on; and the tags of one that is saved elsewhere, which it is by what the log says beside
 * it, not by its words.
 */
export function wrapped(block: Block, { toolRemark: remark, toolUseResult: details }: ChainEntry): Block {
  const said = neutral(block);
  const { type, content } = said;
  if (type !== "tool_result" || content === undefined) return said;
  const isSaved = isRecord(details) && typeof details["persistedOutputPath"] === "string";
  const own = (words: unknown) => (isSaved ? String(words).replace(SAVED, "<$1<$2") : words);
  const told = typeof remark === "string" ? [reminder(remark)] : [];
  const around = (each: Block) => (each.type === "text" ? { ...each, text: own(each["text"]) } : each);
  if (Array.isArray(content)) return { ...said, content: [...content.map(around), ...told] };
  const parts = [own(content), ...told.map(({ text }) => text)];
  return { ...said, content: parts.filter((part) => part !== "").join("\n") };
}
