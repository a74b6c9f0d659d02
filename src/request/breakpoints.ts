/**
 * Where the cache markers stand (C-1.10 to C-1.12). The API keeps what it computed for everything up to a marked
 * block; the next request reads it back if its first bytes are the same.
 */
import { type Block, type CacheTtl, isThinking, type Message, type MessagesRequest } from "../wire.ts";

//#region mark-breakpoints
/**
 * Sets two markers of the four that the API allows: at the end of the stable part (tools and system), and at the end
 * of the conversation. The next request marks its own new tail, and the API, looking back from there, finds what was
 * kept up to the old one (MR-79). Law: markers-few, cache-read
 */
export function markBreakpoints(request: MessagesRequest, ttl: CacheTtl): MessagesRequest {
  return {
    ...request,
    system: markLast(request.system, ttl),
    messages: markTail(request.messages, ttl),
  };
}
//#endregion

function markTail(messages: readonly Message[], ttl: CacheTtl): readonly Message[] {
  const last = messages.at(-1);
  if (!last) return messages;
  return [...messages.slice(0, -1), { ...last, content: markLast(last.content, ttl) }];
}

/** Marks the last block that may carry a marker; thinking may not (MR-55). */
function markLast(blocks: readonly Block[], ttl: CacheTtl): readonly Block[] {
  const at = blocks.findLastIndex((block) => !isThinking(block));
  return blocks.map((block, index) =>
    index === at ? { ...block, cache_control: { type: "ephemeral", ttl } } : block,
  );
}
