/** The bytes of a request's body: no more than the API takes, and without their encoding (MR-14, MR-18). */
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import type { ErrorCode } from "./error-codes.ts";
import { apiError, type GateRefusal } from "./errors.ts";

/** MR-14: 32 MB, as bytes of the body. */
export const MOST_BYTES = 32 * 1024 * 1024;

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: Readonly<Record<string, Decode>> = {
  gzip: promisify<Uint8Array, object, Buffer>(gunzip),
  deflate: promisify<Uint8Array, object, Buffer>(inflate),
  br: promisify<Uint8Array, object, Buffer>(brotliDecompress),
};

/**
 * The body as it was before it was encoded, or why it is not taken. A body that is too large is not read to its end:
 * what has come in by then is thrown away, and the rest is told not to come.
 */
export async function readBytes(http: Request): Promise<Uint8Array | GateRefusal> {
  const declared = Number(http.headers.get("content-length") ?? 0);
  // One that says itself that it is too large is not begun.
  const bytes = await readUpTo(declared > MOST_BYTES ? -1 : MOST_BYTES, http.body);
  if (bytes === undefined) return { ...apiError(413), rule: "MR-14", edge: true };
  return decoded(bytes, (http.headers.get("content-encoding") ?? "").trim().toLowerCase());
}

/** All bytes of a stream; undefined, with the stream cancelled, as soon as there are more than `most`. */
async function readUpTo(
  most: number,
  stream: ReadableStream<Uint8Array> | null,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream?.getReader();
  while (length <= most) {
    const piece = await reader?.read();
    if (!piece || piece.done) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
    chunks.push(piece.value);
    length += piece.value.byteLength;
  }
  await reader?.cancel();
  return undefined;
}

// One encoding is read. Several, one over the other, are no more supported than an unknown one.
async function decoded(bytes: Uint8Array, encoding: string): Promise<Uint8Array | GateRefusal> {
  if (encoding === "" || encoding === "identity") return bytes;
  const decode = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decode) {
    return encodingFault(400, "request_body_encoding_unsupported", "this content-encoding is not supported");
  }
  try {
    return await decode(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    if (error instanceof RangeError) {
      return encodingFault(
        413,
        "request_body_too_large_after_decoding",
        "it is too large once it is decoded",
      );
    }
    return encodingFault(400, "request_body_encoding_invalid", "it is not valid for its content-encoding");
  }
}

function encodingFault(status: number, error_code: ErrorCode, what: string): GateRefusal {
  const message = `The request body cannot be read: ${what}.`;
  return { ...apiError(status, { message, details: { error_code } }), rule: "MR-18", part: "encoding" };
}
