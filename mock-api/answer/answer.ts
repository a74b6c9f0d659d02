/** From a scripted reply to the message the API sends: ids, signatures, usage, every nullable key (MR-62, MR-63). */
import type { CacheBill } from "../cache/cache.ts";
import type { Prepared } from "../features/prepare.ts";
import type { AnswerIds } from "../http/ids.ts";
import type { Reply, ReplyBlock } from "../models/scripted.ts";
import type { Call } from "../rules/call.ts";
import type { AnswerMessage, MessagesRequest } from "../wire.ts";
import { answerBlocks } from "./blocks.ts";
import { type CutReply, cutReply } from "./cut.ts";
import { usageOf } from "./usage.ts";

/** A message, and what only its stream shows of it. */
export interface Answer {
  message: AnswerMessage;
  /** By index of its block: what is streamed in place of a call's input (MR-72). */
  partialInputs: ReadonlyMap<number, string>;
}

/** The complete answer to a request; a stream carries the same message in pieces. */
export function answerTo(
  call: Call,
  prepared: Prepared,
  reply: Reply,
  ids: AnswerIds,
  bill: CacheBill,
): Answer {
  const { request } = call;
  const inputTokens = bill.fresh + bill.created5m + bill.created1h + bill.read;
  const { window } = call.traits;
  const cut = cutReply(reply, { request, inputTokens, window, isEager: eagerTools(call) });
  const { stop_reason, stop_sequence } = cut.stop ?? stopOf(reply);
  const refused = stop_reason === "refusal";
  const message: AnswerMessage = {
    id: ids.message,
    type: "message",
    role: "assistant",
    model: request.model,
    content: answerBlocks(cut.content, call, prepared.sent, ids),
    stop_reason,
    stop_sequence,
    stop_details: (cut.stop ? null : reply.stop_details) ?? (refused ? UNEXPLAINED : null),
    container: reply.container ?? null,
    diagnostics: null,
    usage: { ...usageOf(request, cut.content, billed(cut, request, refused), bill), ...reply.usage },
    ...prepared.told,
  };
  return { message, partialInputs: partialInputs(cut.content) };
}

const UNEXPLAINED = { type: "refusal", category: null, explanation: null } as const;

/** At least one token, unless nothing was to be written (MR-82) or the refusal came before the output (MR-76). */
function billed({ written, content }: CutReply, request: MessagesRequest, refused: boolean): number {
  const least = request.max_tokens === 0 || (refused && content.length === 0) ? 0 : 1;
  return Math.max(least, written);
}

function stopOf({ content = [], stop_reason, stop_sequence = null }: Reply): Required<CutReply>["stop"] {
  const calls = content.some(({ type }) => type === "tool_use");
  return { stop_reason: stop_reason ?? (calls ? "tool_use" : "end_turn"), stop_sequence };
}

/** MR-72: by the tool's own field, or for all tools by the header that came before it. Only a stream can be eager. */
export function eagerTools({ request, head }: Call): (tool: string) => boolean {
  if (request.stream !== true) return () => false;
  if (head.hasBeta("fine-grained-tool-streaming-2025-05-14")) return () => true;
  const eager = (request.tools ?? []).filter((tool) => tool["eager_input_streaming"] === true);
  return (tool) => eager.some(({ name }) => name === tool);
}

function partialInputs(content: readonly ReplyBlock[]): Map<number, string> {
  const partial = new Map<number, string>();
  for (const [index, block] of content.entries()) {
    if (block.type === "tool_use" || block.type === "server_tool_use") {
      if (block.partial_json !== undefined) partial.set(index, block.partial_json);
    }
  }
  return partial;
}
