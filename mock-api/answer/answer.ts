/** From a scripted reply to the message the API sends: ids, signatures, usage, every nullable key (MR-62, MR-63). */
import type { CacheBill } from "../cache/cache.ts";
import { traitsOf } from "../catalog/traits.ts";
import type { AnswerIds } from "../http/ids.ts";
import type { Reply, ReplyBlock } from "../models/scripted.ts";
import { countTokens } from "../prompt/tokens.ts";
import { type Origin, signRedacted, signThinking } from "../thinking/signatures.ts";
import type { AnswerBlock, AnswerMessage, MessagesRequest, StopReason, Usage } from "../wire.ts";

/** The complete answer to a request; a stream carries the same message in pieces. */
export function answerTo(
  request: MessagesRequest,
  reply: Reply,
  ids: AnswerIds,
  bill: CacheBill,
): AnswerMessage {
  const content = reply.content ?? [];
  return {
    id: ids.message,
    type: "message",
    role: "assistant",
    model: request.model,
    content: answerBlocks(content, ids, showsThinking(request)),
    stop_reason: reply.stop_reason ?? stopReasonOf(content),
    stop_sequence: reply.stop_sequence ?? null,
    stop_details: null,
    container: null,
    diagnostics: null,
    usage: { ...usageOf(content, bill), ...reply.usage },
  };
}

function answerBlocks(content: readonly ReplyBlock[], ids: AnswerIds, shown: boolean): AnswerBlock[] {
  const total = content.filter(isThinking).length;
  return content.map((block, index) => {
    const ordinal = content.slice(0, index).filter(isThinking).length;
    const id = ids.toolUse(index);
    return answerBlock(block, id, { answer: ids.message, ordinal, total }, shown);
  });
}

function answerBlock(block: ReplyBlock, id: string, origin: Origin, shown: boolean): AnswerBlock {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text, citations: block.citations ?? null };
    case "thinking": {
      const signature = signThinking(block.thinking, origin);
      return { type: "thinking", thinking: shown ? block.thinking : "", signature };
    }
    case "redacted_thinking":
      return { type: "redacted_thinking", data: signRedacted(origin) };
    case "tool_use": {
      const { name, input } = block;
      return { type: "tool_use", id: block.id ?? id, name, input, caller: { type: "direct" } };
    }
  }
}

/** MR-89: what the request asks for, else the model's own default. */
function showsThinking(request: MessagesRequest): boolean {
  return (request.thinking?.display ?? traitsOf(request.model).display) !== "omitted";
}

function stopReasonOf(content: readonly ReplyBlock[]): StopReason {
  return content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn";
}

// Thinking is billed in full whether or not it is shown (MR-89), so the count is taken from the script.
function usageOf(content: readonly ReplyBlock[], bill: CacheBill): Usage {
  const thinking = content.filter(isThinking);
  return {
    input_tokens: bill.fresh,
    output_tokens: Math.max(1, countTokens(content)),
    cache_creation_input_tokens: bill.created5m + bill.created1h,
    cache_read_input_tokens: bill.read,
    cache_creation: {
      ephemeral_5m_input_tokens: bill.created5m,
      ephemeral_1h_input_tokens: bill.created1h,
    },
    output_tokens_details: thinking.length > 0 ? { thinking_tokens: countTokens(thinking) } : null,
    server_tool_use: null,
    service_tier: "standard",
    inference_geo: null,
    speed: "standard",
  };
}

function isThinking(block: ReplyBlock): boolean {
  return block.type === "thinking" || block.type === "redacted_thinking";
}
