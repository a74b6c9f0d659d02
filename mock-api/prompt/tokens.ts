/** How the mock counts tokens. No tokenizer is public; tests may rely on relations, never on figures (MR-100). */

import { CURRENT } from "../catalog/generations.ts";
import { traitsOf } from "../catalog/traits.ts";
import type { MessagesRequest, RequestBlock, RequestMessage } from "../wire.ts";
import { imagesIn } from "./images.ts";
import { messageBlocks, type PromptBlock, promptOf, unmarkedBlock } from "./prompt.ts";

/**
 * The tokens of one piece of canonical JSON: a quarter of its UTF-8 bytes, at least 1; for a model with the older
 * tokenizer about a quarter fewer (MR-97). Images that are in it cost what their sides say, in place of their bytes
 * (MR-60). Law: image-tokens, newer-counts-more.
 */
export function tokensOf(json: string, model?: string): number {
  const { bytesPerToken, sharpImages } = model === undefined ? CURRENT : traitsOf(model);
  const images = imagesIn(json, sharpImages);
  return Math.max(1, Math.ceil((Buffer.byteLength(json) - images.bytes) / bytesPerToken)) + images.tokens;
}

/** A block of the row, and what it costs. */
export interface CountedBlock extends PromptBlock {
  tokens: number;
}

/** The row of a request, each block counted for the model that is asked. */
export function countedRow(request: MessagesRequest): CountedBlock[] {
  return promptOf(request).map((block) => ({ ...block, tokens: tokensOf(block.json, request.model) }));
}

/** What a row costs. */
export function tokensIn(row: readonly CountedBlock[]): number {
  return row.reduce((total, { tokens }) => total + tokens, 0);
}

/**
 * The tokens of a request, a message, a list of either, or any other value, counted as the mock bills them:
 * additive over blocks, cache markers left out. Nothing costs nothing. A request is counted for the model that it
 * asks, anything else for the model that is named; left out: a current one.
 */
export function countTokens(value: unknown, model?: string): number {
  if (value === undefined || value === null) return 0;
  if (Array.isArray(value)) return sum(value.map((each) => countTokens(each, model)));
  if (isRequest(value)) return tokensIn(countedRow(value));
  if (isMessage(value)) return sum(messageBlocks(value).map(({ json }) => tokensOf(json, model)));
  return tokensOf(JSON.stringify(isBlock(value) ? unmarkedBlock(value) : value), model);
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
