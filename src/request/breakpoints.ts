/**
 * Where the cache markers stand (C-1.10 to C-1.12). The API keeps what it computed for everything up to a marked
 * block; the next request reads it back if its first bytes are the same.
 */
import { type Block, type CacheTtl, isThinking, type Message, type MessagesRequest } from "../wire.ts";

//#region mark-breakpoints
/**
 * Sets three markers of the four that the API allows: at the end of the stable part (tools and system), at the end of
 * the conversation, and where the request before had its end. From a marker the API looks back over 20 blocks only
 * (MR-79) and a step may be longer than that, so what was kept up to the old end is asked for there. The last `behind`
 * blocks are gone again at the next request, so the tail is before them: what was kept up to one of them could never be
 * read. Law: markers-few, cache-read, markers-cheapest
 */
export function markBreakpoints(request: MessagesRequest, ttl: CacheTtl, behind = 0): MessagesRequest {
  const { system, messages } = request;
  return { ...request, system: markLast(system, ttl), messages: markTails(messages, ttl, behind) };
}
//#endregion

function markTails(messages: readonly Message[], ttl: CacheTtl, behind: number): readonly Message[] {
  const tail = messages.length - 1;
  const before = messages.findLastIndex(({ role }, at) => role === "user" && at < tail);
  return messages.map((message, at) => {
    if (at !== tail && at !== before) return message;
    return { ...message, content: markLast(message.content, ttl, at === tail ? behind : 0) };
  });
}

/** Marks the last block that may carry a marker; thinking may not (MR-55). */
function markLast(blocks: readonly Block[], ttl: CacheTtl, behind = 0): readonly Block[] {
  const stays = blocks.slice(0, blocks.length - behind);
  const at = stays.findLastIndex((block) => !isThinking(block));
  const marker = { cache_control: { type: "ephemeral", ttl } } as const;
  return blocks.map((block, index) => (index === at ? { ...block, ...marker } : block));
}
