/** What a scripted model says: the replies a test or a chapter hands to the mock. */
import type { MessagesRequest, StopReason, Usage } from "../wire.ts";

/** A block of a scripted reply. The mock signs thinking itself; a signature or data given here is replaced (D-25). */
export type ReplyBlock =
  | { type: "text"; text: string; citations?: unknown[] | null }
  | { type: "thinking"; thinking: string; signature?: string }
  | { type: "redacted_thinking"; data?: string }
  | { type: "tool_use"; id?: string; name: string; input: unknown };

/** An error in a script: its message, or its type and message. */
export type ReplyError = string | { type?: string; message: string };

/** One answer of the model, before the mock adds ids, signatures and usage. */
export interface Reply {
  content?: ReplyBlock[];
  /** Left out: `tool_use` if a tool is called, else `end_turn`. */
  stop_reason?: StopReason;
  stop_sequence?: string | null;
  /** Overrides the fields it names and no other (D-26). */
  usage?: Partial<Usage>;
  /** From 400 on: an HTTP error in the envelope of MR-15, its type from the status (MR-16). */
  status?: number;
  /** Without `status`: the blocks are streamed, then `event: error` ends the stream (MR-70); not streamed, a 500. */
  error?: ReplyError;
  /** Milliseconds to wait before the response begins. */
  delay_ms?: number;
  /** Response headers to add, such as `retry-after`. */
  headers?: Record<string, string>;
}

/**
 * A scripted model: a list, of which each request that passes the checks takes one reply, or a function of the
 * request. Only a function makes the mock stateless (C-1.2, D-26).
 */
export type ScriptedModel = readonly Reply[] | ((request: MessagesRequest) => Reply | Promise<Reply>);

/** A reply and the position of the list it was taken from; a function stays at 0. */
export interface Taken {
  position: number;
  reply: Reply | Promise<Reply>;
}

/** Asks a model. A list moves on by one with every question, and answers with a 500 past its end (D-26). */
export function askModel(model: ScriptedModel): (request: MessagesRequest) => Taken {
  if (typeof model === "function") return (request) => ({ position: 0, reply: model(request) });
  const ended: Reply = { status: 500, error: `script ended after ${model.length} replies` };
  let next = 0;
  return () => {
    const position = next;
    next += 1;
    return { position, reply: model[position] ?? ended };
  };
}
