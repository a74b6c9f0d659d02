/**
 * Message threads (MR-104): conversations that the server holds for a while, so that a request need only say what is
 * new. This is the one place where the mock remembers a conversation, and only for a request that asks for it.
 *
 * Law: thread-equals-whole.
 */
import type { Head } from "../http/head.ts";
import { unmarkedBlock } from "../prompt/prompt.ts";
import type { AnswerMessage, MessagesRequest, RequestBlock, RequestMessage } from "../wire.ts";
import { isSigned } from "./compaction-signature.ts";
import { type Held, HeldThreads } from "./held-threads.ts";
import { changedFields, continuing, THREAD_FAULTS, type ThreadFault } from "./thread-turn.ts";

/** The beta that `thread` belongs to. */
const THREADS_BETA = "message-threads-2026-08-12";

/** One request as a turn of its thread, if it is one. */
export interface Turn {
  /** The request with the history in front. */
  request: MessagesRequest;
  /** Present for a request that continues a thread: what it said itself, and why it cannot be continued. */
  continued?: { delta: MessagesRequest; fault?: ThreadFault };
  /** The request has been accepted. */
  begin(): void;
  /** Its answer has begun, at a time in milliseconds: the thread can be continued from it. */
  keep(answer: AnswerMessage, now: number): void;
  /** It is over, answered or not. */
  end(): void;
}

/** The threads of one mock. What has expired is forgotten with the next request, whether or not it has a thread. */
export class ThreadStore {
  readonly held = new HeldThreads();

  /** Reads a body that may be anything as a turn, at a time in milliseconds. */
  open(sent: unknown, head: Head, now: number): Turn {
    this.held.forget(now);
    const request = sent as MessagesRequest;
    const thread = threadOf(sent);
    if (!thread || head.endpoint !== "messages" || !head.hasBeta(THREADS_BETA)) {
      return { request, begin: () => {}, keep: () => {}, end: () => {} };
    }
    if (thread.type !== "continue") return this.#turn(request, head, undefined);
    const held = this.held.find(keyOf(head, String(thread.previous_message_id)), now);
    const fault = faultOf(request, held);
    const continued = { delta: request, ...(fault && { fault }) };
    if (!held || fault) return { ...this.#turn(request, head, undefined), continued };
    return { ...this.#turn(continuing(held.request, request), head, held), continued };
  }

  #turn(request: MessagesRequest, head: Head, from: Held | undefined): Turn {
    let running = false;
    const end = (): void => {
      if (running && from) from.running -= 1;
      running = false;
    };
    return {
      request,
      begin: () => {
        if (from) from.running += 1;
        running = true;
      },
      keep: (answer, now) => {
        if (from) from.open -= 1;
        this.held.keep(keyOf(head, answer.id), withAnswer(request, answer), now);
      },
      end,
    };
  }
}

function faultOf(delta: MessagesRequest, held: Held | undefined): ThreadFault | undefined {
  if (!held) return THREAD_FAULTS.notFound;
  if (held.open === 0) return THREAD_FAULTS.alreadyContinued;
  if (held.running >= held.open) return THREAD_FAULTS.inFlight;
  const changed = changedFields(held.request, delta);
  return changed.length > 0 ? THREAD_FAULTS.changed(changed) : undefined;
}

function threadOf(sent: unknown): { type?: unknown; previous_message_id?: unknown } | undefined {
  if (typeof sent !== "object" || sent === null || !("thread" in sent)) return undefined;
  const { thread, messages } = sent as { thread: unknown; messages?: unknown };
  return typeof thread === "object" && thread !== null && Array.isArray(messages) ? thread : undefined;
}

function keyOf({ organization }: Head, id: string): string {
  return `${organization} ${id}`;
}

/** The conversation with its answer. A summary that was asked for takes the place of what it stands for (MR-103). */
function withAnswer(request: MessagesRequest, { content }: AnswerMessage): MessagesRequest {
  const blocks = content as RequestBlock[];
  const answer: RequestMessage = { role: "assistant", content: blocks };
  const history = blocks.some(isSigned) ? [] : request.messages.map(unmarkedMessage);
  return { ...request, messages: [...history, answer] };
}

// Markers belong to the request that sent them: kept, they would add up to more than a request may have (MR-52).
function unmarkedMessage(message: RequestMessage): RequestMessage {
  if (typeof message.content === "string") return message;
  return { ...message, content: message.content.map((block) => unmarkedBlock(block) as RequestBlock) };
}
