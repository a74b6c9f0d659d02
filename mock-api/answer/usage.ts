/** What an answer used (MR-63). */
import type { CacheBill } from "../cache/cache.ts";
import type { ReplyBlock } from "../models/scripted.ts";
import { isThinking } from "../thinking/signatures.ts";
import type { MessagesRequest, Usage } from "../wire.ts";
import { writtenTokens } from "./written.ts";

/**
 * The usage of an answer that holds `content`. The model is billed for what it `written`: at least one token, unless
 * it was never asked to write (MR-82) or refused before it did (MR-76).
 */
export function usageOf(
  request: MessagesRequest,
  content: readonly ReplyBlock[],
  written: number,
  bill: CacheBill,
): Usage {
  const thinking = content.filter(isThinking);
  return {
    input_tokens: bill.fresh,
    output_tokens: written,
    cache_creation_input_tokens: bill.created5m + bill.created1h,
    cache_read_input_tokens: bill.read,
    cache_creation: {
      ephemeral_5m_input_tokens: bill.created5m,
      ephemeral_1h_input_tokens: bill.created1h,
    },
    output_tokens_details: thinking.length > 0 ? { thinking_tokens: sumOf(thinking) } : null,
    server_tool_use: serverCallsOf(content),
    service_tier: "standard",
    inference_geo: typeof request["inference_geo"] === "string" ? request["inference_geo"] : null,
    speed: request["speed"] === "fast" ? "fast" : "standard",
  };
}

function sumOf(blocks: readonly ReplyBlock[]): number {
  return blocks.reduce((sum, block) => sum + writtenTokens(block), 0);
}

function serverCallsOf(content: readonly ReplyBlock[]): Usage["server_tool_use"] {
  const calls = content.flatMap((block) => (block.type === "server_tool_use" ? [block.name] : []));
  if (calls.length === 0) return null;
  const count = (tool: string): number => calls.filter((name) => name === tool).length;
  return { web_search_requests: count("web_search"), web_fetch_requests: count("web_fetch") };
}
