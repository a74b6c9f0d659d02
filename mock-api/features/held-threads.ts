/** The conversations that the server holds for threads, as many and for as long as it does (MR-104). */
import type { MessagesRequest } from "../wire.ts";

/** An answer that a thread can be continued from. */
export interface Held {
  /** The request that it answered, the conversation whole and the answer at its end. */
  request: MessagesRequest;
  /**
   * How often it can still be continued: as often as it was given. Two equal conversations get equal ids here, so that
   * one of them must not use up the other's.
   */
  open: number;
  /** How many requests are continuing it right now. */
  running: number;
  expires: number;
  /** How large the conversation is, as characters of JSON. */
  size: number;
}

/** A thread is lost this long after its last answer. */
const LIFE_MS = 5 * 60_000;
/** How many answers can be gone on from; beyond that the oldest are lost. */
const MOST = 1_000;
/** How much they are together, as characters of JSON; beyond that the oldest are lost too. */
const MOST_CHARACTERS = 64 * 2 ** 20;

/** What is held, by the organization and the id of its answer. Times are in milliseconds. */
export class HeldThreads {
  readonly #held = new Map<string, Held>();
  #size = 0;

  /** The size of all that is held, as characters of JSON. */
  get size(): number {
    return this.#size;
  }

  find(key: string, now: number): Held | undefined {
    const held = this.#held.get(key);
    return held && held.expires > now ? held : undefined;
  }

  /** Holds an answer, or once more one that is held already. */
  keep(key: string, request: MessagesRequest, now: number): void {
    this.forget(now);
    const held = this.find(key, now) ?? { request, open: 0, running: 0, expires: 0, size: sizeOf(request) };
    held.open += 1;
    held.expires = now + LIFE_MS;
    // What is put back at the end expires last, so the first ones are always the oldest.
    this.#drop(key);
    this.#held.set(key, held);
    this.#size += held.size;
    this.forget(now);
  }

  /** Lets go of what has expired, and of the oldest where there is too much. */
  forget(now: number): void {
    for (const [oldest, { expires }] of this.#held) {
      if (expires > now && this.#held.size <= MOST && this.#size <= MOST_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#held.get(key)?.size ?? 0;
    this.#held.delete(key);
  }
}

function sizeOf(request: MessagesRequest): number {
  return JSON.stringify(request).length;
}
