/** A log's bytes, wherever they lie, read piece by piece: a log may be larger than the memory. */

/** Bytes that can be read from any place on. */
export interface LogSource {
  /** The bytes from `offset` on, `length` of them or what is left; they hold until the next call. */
  read(offset: number, length: number): Uint8Array;
}

/** Bytes that are in memory already. */
export function sourceOf(bytes: Uint8Array): LogSource {
  return { read: (offset, length) => bytes.subarray(offset, offset + length) };
}
