/** What a scripted model says: the replies a test or a chapter hands to the mock. */
import type { Delivery } from "../answer/delivery.ts";
import type { ErrorDetails } from "../rules/rule.ts";
import type {
  AnswerMessage,
  MessagesRequest,
  RefusalDetails,
  ServerToolResultType,
  StopReason,
  Usage,
  WholeBlock,
} from "../wire.ts";

/** A block of a scripted reply. The mock signs thinking itself; a signature or data given here is replaced (D-25). */
export type ReplyBlock =
  | { type: "text"; text: string; citations?: unknown[] | null }
  | { type: "thinking"; thinking: string; signature?: string }
  | { type: "redacted_thinking"; data?: string }
  | ReplyCall
  /** Without `tool_use_id`: the result of the server's call before it. */
  | { type: ServerToolResultType; tool_use_id?: string; content: unknown }
  | Exclude<WholeBlock, { type: ServerToolResultType }>;

/** A tool call of a scripted reply. An id that is left out is made by the mock. */
export interface ReplyCall {
  type: "tool_use" | "server_tool_use";
  id?: string;
  name: string;
  input: unknown;
  /** What a stream carries in place of the input's JSON: it may break off, or not be JSON at all (MR-72). */
  partial_json?: string;
}

/** An error in a script: its message, or its type, message and details (MR-15, MR-18). */
export type ReplyError = string | { type?: string; message: string; details?: ErrorDetails };

/**
 * What goes wrong with an answer, or in place of it.
 *
 * `reset`: the connection breaks. `hang`: nothing comes any more until the client hangs up. `truncate`: the body ends
 * early, as if it were complete.
 */
export interface Mishap {
  /** From 400 on: an HTTP error in the envelope of MR-15, its type from the status (MR-16). */
  status?: number;
  /** Without `status`: the blocks are streamed, then `event: error` ends the stream (MR-70); not streamed, a 500. */
  error?: ReplyError;
  /** `reset` and `hang` come before the response; with `after_events` or `after_bytes`, within a streamed one. */
  fault?: "reset" | "hang" | "truncate";
  /**
   * How many events of the stream, pings included, still come before the `error` or the `fault`, but never its last.
   * Left out: all blocks do.
   */
  after_events?: number;
  /** How many bytes of the stream still come before the `fault`. */
  after_bytes?: number;
  /** Milliseconds to wait before the response begins. */
  delay_ms?: number;
  /** Response headers to add, such as `retry-after`. */
  headers?: Record<string, string>;
}

/** One answer of the model, before the mock adds ids, signatures and usage. */
export interface Reply extends Mishap {
  content?: ReplyBlock[];
  /** Left out: `tool_use` if a tool is called, else `end_turn`. */
  stop_reason?: StopReason;
  stop_sequence?: string | null;
  /** Left out: null, and for a refusal one without category and explanation (MR-75). */
  stop_details?: RefusalDetails | null;
  /** Left out: null. */
  container?: AnswerMessage["container"];
  /** Overrides the fields it names and no other (D-26). */
  usage?: Partial<Usage>;
  /** How this answer is delivered when it is streamed; what it leaves out is the mock's own `delivery`. */
  delivery?: Delivery;
}

/** Replies that see the request: each `yield` is one and gives back the next request; what is returned is the last. */
export type ReplyGenerator =
  | Generator<Reply, Reply | undefined, MessagesRequest>
  | Generator<Reply, void, MessagesRequest>
  | AsyncGenerator<Reply, Reply | undefined, MessagesRequest>
  | AsyncGenerator<Reply, void, MessagesRequest>;

/**
 * A scripted model: a list, of which each request that passes the checks takes one reply; a generator function, whose
 * `yield`s are such a list; or a function of the request. Only the last makes the mock stateless (C-1.2, D-26).
 */
export type ScriptedModel =
  | readonly Reply[]
  | ((request: MessagesRequest) => Reply | Promise<Reply> | ReplyGenerator);

/** A reply and the position of the list it was taken from; a function stays at 0. */
export interface Taken {
  position: number;
  reply: Reply | Promise<Reply>;
  /** Puts it back: it never reached the client as an answer, and is the next reply again (D-26). */
  giveBack(): void;
}
