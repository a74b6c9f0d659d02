/** The last step before a conversation is sent: the log keeps what is mended here as it is. */
import type { Block, Message } from "../wire.ts";

/**
 * The messages without markers of old, and with no half of a surrogate pair in them, which the API does not take
 * (MR-11): each half is replaced, the same way every time.
 */
export function sendable(messages: readonly Message[]): Message[] {
  return messages.map(({ role, content }) => ({ role, content: content.map(sendableBlock) }));
}

function sendableBlock(block: Block): Block {
  const json = JSON.stringify(block);
  if (!("cache_control" in block) && !json.includes("\\ud")) return block;
  // JSON writes a half as an escape and a whole pair as it is; a backslash before a backslash begins no escape.
  const mended = json.replace(/\\(\\|ud[89a-f][0-9a-f]{2})/g, (found) =>
    found === "\\\\" ? found : "\ufffd",
  );
  const { cache_control: _marker, ...bare } = JSON.parse(mended) as Block;
  return bare as Block;
}
