/** How a streamed answer is delivered: everything that the rules of the stream leave open. */

/** An event as it is put into a stream; its `type` is also its SSE event name (MR-64). */
export interface StreamEvent {
  type: string;
  [field: string]: unknown;
}

/** Choices that change how an answer arrives, and never what it says. A JSON value, so that a script can hold it. */
export interface Delivery {
  /**
   * Before which events pings stand, counted from 0 in the stream without pings and extra events. Left out: one ping
   * after the first start of a block (MR-64).
   */
  pings?: readonly number[];
  /** Events that no client knows, or known ones with unknown deltas, each before an event counted as for pings (MR-71). */
  extra_events?: readonly ExtraEvent[];
  /** Characters in a delta of text, of thinking and of an eager input. Left out: 12, and more in a long text. */
  delta_chars?: number;
  /** How many `message_delta` events there are; only the last has the totals of the end (MR-66, MR-73). Left out: 1. */
  message_deltas?: number;
  /** A call without arguments says nothing at all, in place of `{}` (MR-67). */
  silent_empty_input?: boolean;
  /** Bytes in a chunk of the body: one size, or sizes in turn. Left out: each event is a chunk. */
  chunk_bytes?: number | readonly number[];
  /** Milliseconds to wait before a chunk: one time, or times in turn. */
  chunk_delay_ms?: number | readonly number[];
  /** What ends a line; SSE allows three. Left out: a line feed. */
  line_end?: LineEnd;
  /** A comment before each event: SSE lets a server write them to keep a connection alive. */
  comments?: boolean;
}

/** An event to be put into a stream. */
export interface ExtraEvent {
  at: number;
  event: StreamEvent;
}

export type LineEnd = "\n" | "\r\n" | "\r";

/** The items for ever, one after the other; a single one again and again. */
export function inTurn<Item>(items: Item | readonly Item[], when: number): Item | undefined {
  if (!isList(items)) return items;
  return items.length === 0 ? undefined : items[when % items.length];
}

function isList<Item>(items: Item | readonly Item[]): items is readonly Item[] {
  return Array.isArray(items);
}
