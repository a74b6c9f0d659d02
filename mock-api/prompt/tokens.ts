/** How the mock counts tokens. No tokenizer is public; tests may rely on relations, never on figures (MR-100). */

import type { MessagesRequest, RequestBlock, RequestMessage } from "../wire.ts";
import { messageBlocks, promptOf, unmarkedBlock } from "./prompt.ts";

const BYTES_PER_TOKEN = 4;

/** The tokens of one piece of canonical JSON: a quarter of its UTF-8 bytes, at least 1. */
export function tokensOf(json: string): number {
  return Math.max(1, Math.ceil(Buffer.byteLength(json) / BYTES_PER_TOKEN));
}

/**
 * The tokens of a request, a message, a list of either, or any other value, counted as the mock bills them:
 * additive over blocks, cache markers left out. Nothing costs nothing.
 */
export function countTokens(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return sum(value.map(countTokens));
  if (isRequest(value)) return sum(promptOf(value).map((block) => tokensOf(block.json)));
  if (isMessage(value)) return sum(messageBlocks(value).map((block) => tokensOf(block.json)));
  if (isBlock(value)) return tokensOf(JSON.stringify(unmarkedBlock(value)));
  return tokensOf(JSON.stringify(value));
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function isRequest(value: unknown): value is MessagesRequest {
  return typeof value === "object" && value !== null && "messages" in value && Array.isArray(value.messages);
}

function isMessage(value: unknown): value is RequestMessage {
  return typeof value === "object" && value !== null && "role" in value && "content" in value;
}

function isBlock(value: unknown): value is RequestBlock {
  return typeof value === "object" && value !== null;
}
