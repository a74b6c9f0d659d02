/** One request and its answer, as far as a cache is concerned: all that a cause card is made from (D-38). */
import type { ChainEntry } from "../../log/entry.ts";
import type { MessagesRequest, ModelResponse } from "../../wire.ts";
import { type ApiCall, addCall } from "../log/usage/api-calls.ts";

/**
 * How well a request's body is known. `sent`: byte for byte. `rebuilt`: from this harness's own log, where the parts that
 * are not logged (tools, system prompt, memory) are known by their digests. `estimated`: from another client's log, which
 * holds only the conversation.
 */
export type Basis = "sent" | "rebuilt" | "estimated";

/** A request that was answered. */
export interface Exchange {
  /** The body. It is made when it is asked for: most requests lose nothing, and nobody looks at theirs. */
  readonly request: () => MessagesRequest;
  readonly basis: Basis;
  /** What the answer used: model, tokens, and what else makes its price. */
  readonly call: ApiCall;
  /** When it was sent, in milliseconds; undefined where nothing tells. */
  readonly sentAt: number | undefined;
}

/**
 * An exchange of a live session, out of its `request` and `response` events; undefined where the answer tells no usage.
 * `sentAt` is in milliseconds.
 */
export function sentExchange(
  request: MessagesRequest,
  response: ModelResponse,
  sentAt: number | undefined,
): Exchange | undefined {
  const { content: _said, requestId, ...message } = response;
  const entry: ChainEntry = { type: "assistant", uuid: response.id, parentUuid: null, requestId, message };
  const calls = new Map<string, ApiCall>();
  addCall(calls, entry);
  const [call] = calls.values();
  return call && { request: () => request, basis: "sent", call, sentAt };
}

/** What an exchange left in the cache: the tokens of its longest kept prefix (MR-84). */
export function keptTokens({ call }: Exchange): number {
  return call.tokens.cache_read_input_tokens + call.tokens.cache_creation_input_tokens;
}
