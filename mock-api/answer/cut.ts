/** Where an answer ends before the model is done (MR-74): at a stop sequence, at `max_tokens`, at the end of the window. */
import type { Reply, ReplyBlock, ReplyCall } from "../models/scripted.ts";
import { tokensOf } from "../prompt/tokens.ts";
import type { MessagesRequest, StopReason } from "../wire.ts";
import { writtenTokens } from "./written.ts";

/** What bounds the answer to one request. */
export interface Bounds {
  request: MessagesRequest;
  /** All input, cached or not. */
  inputTokens: number;
  /** Tokens that prompt and answer have room in (MR-57). */
  window: number;
  /** Is the input of this tool streamed as the model writes it, and not key by key (MR-72)? */
  isEager: (tool: string) => boolean;
}

/** As much of a reply as the bounds allow. */
export interface CutReply {
  content: ReplyBlock[];
  /** Tokens that the model wrote. A piece that was dropped because it was not whole is among them. */
  written: number;
  /** Why it ends, where that is not the reply's own reason. */
  stop?: { stop_reason: StopReason; stop_sequence: string | null };
}

/**
 * Cuts a reply. The answer is the beginning of the reply: whole blocks, then as much as there is room for of the next
 * one. A cut falls between characters; a call keeps its last whole arguments.
 *
 * Law: cut-at-max-tokens, stop-sequence.
 */
export function cutReply(reply: Reply, bounds: Bounds): CutReply {
  const { request, inputTokens, window } = bounds;
  const said = cutAtSequence(reply.content ?? [], request);
  const room = Math.max(0, Math.min(request.max_tokens, window - inputTokens));
  const written = said.content.reduce((sum, block) => sum + writtenTokens(block), 0);
  if (written <= room && request.max_tokens > 0) return { ...said, written };
  const stop_reason = room < request.max_tokens ? "model_context_window_exceeded" : "max_tokens";
  const content = cutAtRoom(said.content, room, bounds.isEager);
  return { content, written: room, stop: { stop_reason, stop_sequence: null } };
}

type Said = Omit<CutReply, "written">;

// A sequence stops the model when it has been written whole: of several, the one that ends first.
function cutAtSequence(content: readonly ReplyBlock[], { stop_sequences }: MessagesRequest): Said {
  const sequences = Array.isArray(stop_sequences) ? (stop_sequences as string[]) : [];
  for (const [index, block] of content.entries()) {
    if (block.type !== "text") continue;
    const found = firstOf(sequences, block.text);
    if (!found) continue;
    const text = block.text.slice(0, found.at);
    const before = content.slice(0, index);
    return {
      content: text === "" ? before : [...before, { ...block, text }],
      stop: { stop_reason: "stop_sequence", stop_sequence: found.sequence },
    };
  }
  return { content: [...content] };
}

function firstOf(sequences: readonly string[], text: string): { sequence: string; at: number } | undefined {
  const found = sequences
    .map((sequence) => ({ sequence, at: text.indexOf(sequence) }))
    .filter(({ at }) => at !== -1);
  const endOf = (one: { sequence: string; at: number }): number => one.at + one.sequence.length;
  return found.toSorted((one, other) => endOf(one) - endOf(other) || one.at - other.at)[0];
}

function cutAtRoom(content: readonly ReplyBlock[], room: number, isEager: Bounds["isEager"]): ReplyBlock[] {
  let left = room;
  for (const [index, block] of content.entries()) {
    const tokens = writtenTokens(block);
    if (tokens > left) {
      const part = beginningOf(block, left, isEager);
      return [...content.slice(0, index), ...(part ? [part] : [])];
    }
    left -= tokens;
  }
  return [...content];
}

function beginningOf(block: ReplyBlock, room: number, isEager: Bounds["isEager"]): ReplyBlock | undefined {
  switch (block.type) {
    case "text":
      return cutText(block.text, (text) => ({ ...block, text }), room);
    case "thinking":
      return cutText(block.thinking, (thinking) => ({ ...block, thinking }), room);
    case "tool_use":
    case "server_tool_use":
      return cutCall(block, room, isEager(block.name));
    default:
      return undefined;
  }
}

function cutText(text: string, blockOf: (text: string) => ReplyBlock, room: number): ReplyBlock | undefined {
  const points = Array.from(text);
  const cut = (count: number): ReplyBlock => blockOf(points.slice(0, count).join(""));
  const count = most(points.length, (tried) => writtenTokens(cut(tried)) <= room);
  return count > 0 ? cut(count) : undefined;
}

function cutCall(call: ReplyCall, room: number, eager: boolean): ReplyCall | undefined {
  const { partial_json: json = JSON.stringify(call.input), ...rest } = call;
  const entries = Object.entries(Object(call.input));
  const cut = (count: number): ReplyCall => ({ ...rest, input: Object.fromEntries(entries.slice(0, count)) });
  if (writtenTokens(cut(0)) > room) return undefined;
  const whole = cut(most(entries.length, (tried) => writtenTokens(cut(tried)) <= room));
  return eager ? { ...whole, partial_json: cutJson(rest, json, room) } : whole;
}

/** As much of the input's JSON as there is room for, to the middle of a word. */
function cutJson({ type, name }: ReplyCall, json: string, room: number): string {
  const [before = "", after = ""] = JSON.stringify({ type, name, input: 0 }).split(/0(?=\}$)/);
  const points = Array.from(json);
  const cut = (count: number): string => points.slice(0, count).join("");
  return cut(most(points.length, (tried) => tokensOf(before + cut(tried) + after) <= room));
}

/** The largest number up to `limit` that fits; none: 0. Whatever is smaller than one that fits has to fit, too. */
function most(limit: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
