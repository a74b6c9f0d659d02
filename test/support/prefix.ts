/** The bytes that a cache compares: tools, system, messages, in this order and without the markers (C-1.9, D-13). */
import type { Block, Message, MessagesRequest } from "#src/index.ts";
import { contrast } from "./law-contrast.ts";

type Cached = Pick<MessagesRequest, "tools" | "system" | "messages">;

/** A request's bytes as a cache reads them. */
export function bytesOf({ tools, system, messages }: Cached): string {
  return JSON.stringify({
    tools: tools.map(bare),
    system: system.map(bare),
    messages: messages.map(bareMessage),
  });
}

/** The first bytes of a request, up to and including the block that carries its last marker. */
export function markedPrefix({ tools, system, messages }: Cached): string {
  const last = messages.findLastIndex(({ content }) => content.some(isMarked));
  const message = messages[last];
  if (!message) throw new Error("No message carries a marker.");
  const content = message.content.slice(0, message.content.findLastIndex(isMarked) + 1);
  const cut = [...messages.slice(0, last), { ...message, content }];
  // What closes the message, the list and the whole is not part of the prefix: the next request goes on in there.
  return bytesOf({ tools, system, messages: cut }).replace(/\]\}\]\}$/, "");
}

/** The blocks of a request that carry a marker, in the order in which they are cached. */
export function markedBlocks({ tools, system, messages }: MessagesRequest): Block[] {
  const blocks = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  return (blocks as unknown as Block[]).filter(isMarked);
}

function isMarked(block: Block): boolean {
  return block["cache_control"] !== undefined;
}

function bareMessage({ content, ...rest }: Message): unknown {
  return { ...rest, content: content.map(bare) };
}

function bare(block: object): object {
  const { cache_control: _marker, ...rest } = block as { cache_control?: unknown };
  return rest;
}

/** Throws where a request does not begin with these bytes, and shows where they part. */
export function expectPrefix(prefix: string, whole: string): void {
  if (whole.startsWith(prefix)) return;
  contrast("the request does not begin with the bytes of the one before", { expected: prefix, got: whole });
}
