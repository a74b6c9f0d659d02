/** Events as the bytes of a body, delivered under control: in what chunks, how fast, and how they end. */
import { pause, unlessAborted } from "../http/abort.ts";
import { type Delivery, inTurn, type StreamEvent } from "./delivery.ts";

/** How a body ends: whole, broken off as the connection breaks, or not at all. */
export type Ending = "close" | "reset" | "hang";

/** What a body is sent with. */
export interface Sending {
  delivery: Delivery;
  ending: Ending;
  /** Aborting breaks the body off, as a dropped connection would. */
  signal: AbortSignal;
  sleep: ((ms: number) => Promise<void>) | undefined;
  /** What the body fails with when it ends in a reset. */
  reset: () => Error;
}

/** Events in the form of server-sent events, each as bytes. */
export function* eventBytes(events: Iterable<StreamEvent>, delivery: Delivery): Generator<Uint8Array> {
  const { line_end = "\n", comments = false } = delivery;
  const encoder = new TextEncoder();
  for (const event of events) {
    const lines = [`event: ${event.type}`, `data: ${JSON.stringify(event)}`, "", ""];
    yield encoder.encode((comments ? [": still here", ...lines] : lines).join(line_end));
  }
}

// Without these the last event has no end, whatever ends a line.
const LEAST_MISSING = 2;

/**
 * The same bytes in chunks of other sizes; with a limit only so many of them, and never the last event whole.
 *
 * Law: any-chunking.
 */
export function* chunksOf(
  pieces: Iterable<Uint8Array>,
  { chunk_bytes }: Delivery,
  limit?: number,
): Generator<Uint8Array> {
  if (chunk_bytes === undefined && limit === undefined) return yield* pieces;
  const all = Buffer.concat([...pieces]);
  const end = limit === undefined ? all.length : Math.min(limit, all.length - LEAST_MISSING);
  for (let at = 0, nth = 0; at < end; nth += 1) {
    const size = Math.max(1, inTurn(chunk_bytes ?? end, nth) ?? end);
    yield new Uint8Array(all.subarray(at, Math.min(end, at + size)));
    at += size;
  }
}

/** A body of chunks, each made when the reader asks for it. */
export function bodyOf(chunks: Iterable<Uint8Array>, sending: Sending): ReadableStream<Uint8Array> {
  const { delivery, ending, sleep, reset } = sending;
  const gone = new AbortController();
  const follow = (): void => gone.abort(sending.signal.reason);
  if (sending.signal.aborted) follow();
  else sending.signal.addEventListener("abort", follow, { once: true });
  const iterator = chunks[Symbol.iterator]();
  let count = 0;
  return new ReadableStream({
    pull: async (controller) => {
      gone.signal.throwIfAborted();
      const next = iterator.next();
      if (next.done && ending === "reset") throw reset();
      if (next.done && ending === "hang") return unlessAborted(gone.signal, new Promise<never>(() => {}));
      if (next.done) return controller.close();
      const wait = inTurn(delivery.chunk_delay_ms ?? 0, count);
      count += 1;
      if (wait) await pause(wait, gone.signal, sleep);
      controller.enqueue(next.value);
    },
    cancel: (reason) => gone.abort(reason),
  });
}
