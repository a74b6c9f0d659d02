/**
 * What the model is shown, in one place. The log records the conversation, not the payload (C-4.7): what the harness adds
 * to it comes in here, by four channels, each a file of this folder.
 */
import { blocksOf, type ChainEntry } from "../log/entry.ts";
import type { Block, Message } from "../wire.ts";
import { attachedBlocks, type Injections } from "./attachments.ts";
import { wrapped } from "./results.ts";

/** What a request is filled with. */
export interface Shown {
  /** Channel 1, the system prompt (C-4.1): generated, never logged. */
  readonly system: readonly Block[];
  /** Channel 2, reminders (C-4.2): the memory files, which stand before the user's first words. */
  readonly memory: readonly Block[];
  /** From the log: what was said, and with it what of channels 2, 3 and 4 has left a trace there. */
  readonly conversation: readonly Message[];
  /** Channel 2 again: what holds for this one request (C-4.6). */
  readonly volatile?: readonly Block[];
  /** What is asked beside the conversation, of which nothing stays (C-5.6a). */
  readonly aside?: Block | undefined;
}

//#region inject
/** The conversation with all that is shown beside it. The last `behind` blocks stand there for this request alone (D-15). */
export function inject({ system, memory, conversation: said, volatile = [], aside }: Shown) {
  const isAsked = said.at(-1)?.role === "user";
  const asking: Message[] = aside && !isAsked ? [{ role: "user", content: [] }] : [];
  const conversation = [...said, ...asking];
  // Behind the model's own words a reminder would be an answer to them.
  const behind = aside ? [aside] : isAsked ? volatile : [];
  const messages = conversation.map(({ role, content }, at) => {
    const before = at === 0 ? memory : [];
    const after = at === conversation.length - 1 ? behind : [];
    return { role, content: [...before, ...content, ...after] };
  });
  return { system, messages, behind: behind.length };
}

/**
 * What an entry that is not the model's says, the same live and rebuilt. What is the harness's own is known by where it
 * stands in the log, never by its words (bug report 127): an attachment is a reminder (channel 2), a tool's remark wraps
 * its result (channel 4). A mention (channel 3) is a call and its result like any other. All else is text of others (D-18).
 */
export function saidBlocks(entry: ChainEntry, injections?: Injections): readonly Block[] {
  if (entry.type === "attachment") return attachedBlocks(entry["attachment"], injections);
  return blocksOf(entry).map((block) => wrapped(block, entry));
}
//#endregion
