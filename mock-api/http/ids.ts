/** Ids made by hashing what was asked, so that an answer is a function of its request (C-1.2, D-26). */
import { createHash } from "node:crypto";
import { type PromptBlock, unmarked } from "../prompt/prompt.ts";
import type { MessagesRequest } from "../wire.ts";

/** The ids of one answer. */
export interface AnswerIds {
  message: string;
  /** The id of the tool call at an index of the content, where the script gives none. */
  toolUse(index: number): string;
}

/**
 * The ids of the answer to a request. Neither the markers nor `stream` nor `thread` change an id: they ask how to
 * answer, not what. The position of a scripted list does, so that one prompt asked twice of a list has two answers.
 *
 * Law: stateless-api.
 */
export function idsOf(
  { row, request }: { row: readonly PromptBlock[]; request: MessagesRequest },
  position: number,
): AnswerIds {
  const hash = createHash("sha256").update(`${position}\n${settingsOf(request)}`);
  for (const { tier, json } of row) hash.update(`\n${tier} ${json}`);
  const key = hash.digest("hex");
  return {
    message: `msg_${short(key)}`,
    toolUse: (index) => `toolu_${short(digest(`${key}\n${index}`))}`,
  };
}

/** What is asked besides the row: every field that the row is not made of, and the tools that stand outside of it. */
function settingsOf(request: MessagesRequest): string {
  const { messages: _row, system: _too, tools = [], cache_control: _marker, ...rest } = request;
  const { stream: _stream, thread: _thread, ...settings } = rest;
  return JSON.stringify([settings, tools.filter((tool) => tool.defer_loading).map((tool) => unmarked(tool))]);
}

/** The id of an exchange, made from a digest of its request body and the position of a scripted list. */
export function requestId(key: string, position: number): string {
  return `req_${short(digest(`${position}\n${key}`))}`;
}

/** What ids are made of. */
export function digest(of: string | Uint8Array): string {
  return createHash("sha256").update(of).digest("hex");
}

function short(key: string): string {
  return key.slice(0, 24);
}
