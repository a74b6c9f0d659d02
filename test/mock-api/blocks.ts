/** Messages and blocks by hand, for examples. */
import type { RequestBlock, RequestMessage } from "../../mock-api/index.ts";
import type { RequestTool } from "../../mock-api/wire.ts";
import { planned, signed } from "./signing.ts";

export const user = (...content: RequestBlock[]): RequestMessage => ({ role: "user", content });
export const assistant = (...content: RequestBlock[]): RequestMessage => ({ role: "assistant", content });
export const text = (words: string, more: object = {}): RequestBlock => ({
  type: "text",
  text: words,
  ...more,
});
export const call = (id: string, input: unknown = {}): RequestBlock => ({
  type: "tool_use",
  id,
  name: "Read",
  input,
});
export const result = (id: string, more: object = {}): RequestBlock => ({
  type: "tool_result",
  tool_use_id: id,
  ...more,
});
/** The least definition of a tool. */
export const tool = (name: string, more: object = {}): RequestTool => ({
  name,
  input_schema: { type: "object" },
  ...more,
});
export const HELLO = user(text("hello"));

/** A thought of a made-up answer, to be signed for its ordinal among a total once its request is whole. */
export function thought(
  ordinal: number,
  total: number,
  answer = "msg_a",
): RequestBlock & { thinking: string } {
  const text = `thought ${ordinal}`;
  return { ...planned("shown", { answer, ordinal, total, text }), thinking: text };
}

/** The least request around some messages, its thinking signed. */
export function request(messages: unknown[], more: object = {}): object {
  return signed({ model: "claude-opus-5", max_tokens: 100, messages, ...more });
}

/** Markers, to be spread into a block. */
export const SHORT = { cache_control: { type: "ephemeral" } } as const;
export const LONG = { cache_control: { type: "ephemeral", ttl: "1h" } } as const;
