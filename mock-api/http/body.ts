/** The body of a request, read as JSON the way the API reads it (MR-11). */
import { readBytes } from "./bytes.ts";
import { apiError, type GateRefusal } from "./errors.ts";
import { digest } from "./ids.ts";
import { type JsonFault, jsonFault } from "./json-fault.ts";
import { isTooDeep } from "./nesting.ts";

/** What the body says, or why it cannot be read. */
export type Body = ({ value: unknown } | { refused: GateRefusal }) & {
  /** What an id can be made of: a digest of the body's bytes. Left out where they were not read. */
  key?: string;
};

/** Reads the body of a request. Whatever it holds, the outcome is a value or a refusal. */
export async function readBody(http: Request): Promise<Body> {
  const bytes = await readBytes(http);
  if ("rule" in bytes) return { refused: bytes };
  const parsed = parseBody(bytes);
  const key = digest(bytes);
  if ("value" in parsed) return { value: parsed.value, key };
  return { refused: { ...apiError(400, { message: parsed.fault }), rule: "MR-11" }, key };
}

/**
 * Parses the bytes of a body: its value, or the message of the refusal. Bytes that are not UTF-8, and a string with half
 * a surrogate pair, are not valid JSON to the API, whatever the language says to the second.
 */
export function parseBody(bytes: Uint8Array): { value: unknown } | { fault: string } {
  if (isTooDeep(bytes)) return { fault: TOO_DEEP };
  const body = AS_UTF8.decode(bytes);
  const foreign = body.includes(UNREADABLE) ? foreignAt(bytes, body) : undefined;
  const fault = foreign ?? (body.includes("\\u") && A_SURROGATE.test(body) ? jsonFault(body) : undefined);
  if (fault) return { fault: told(body, fault) };
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { fault: told(body, jsonFault(body) ?? { at: body.length, reason: "unexpected end of data" }) };
  }
}

/** What is said of what nests deeper than can be examined. The wording is the mock's own. */
export const TOO_DEEP = "The request is nested too deeply.";

// A byte order mark is kept: JSON does not begin with one.
const AS_UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** What stands for bytes that are not UTF-8; a text may also hold it rightfully, as these three bytes. */
const UNREADABLE = "\ufffd";
const UNREADABLE_BYTES = Buffer.from(UNREADABLE);
/** An escape that may be half a pair, which the language does not mind. */
const A_SURROGATE = /\\ud[89a-f]/i;

/** The first place of the text that stands for bytes which are not UTF-8. */
function foreignAt(bytes: Uint8Array, text: string): JsonFault | undefined {
  let offset = 0;
  let from = 0;
  for (let at = text.indexOf(UNREADABLE); at >= 0; at = text.indexOf(UNREADABLE, from)) {
    offset += Buffer.byteLength(text.slice(from, at));
    const here = bytes.subarray(offset, offset + UNREADABLE_BYTES.length);
    if (!UNREADABLE_BYTES.equals(here)) return { at, reason: "invalid UTF-8" };
    offset += here.length;
    from = at + 1;
  }
  return undefined;
}

/** A place is told in characters, so a pair of surrogates is one; lines and columns count from 1, `char` from 0. */
function told(body: string, { at, reason }: JsonFault): string {
  const before = body.slice(0, at);
  const line = before.split("\n").length;
  const column = lengthOf(before.slice(before.lastIndexOf("\n") + 1)) + 1;
  return `The request body is not valid JSON: ${reason}: line ${line} column ${column} (char ${lengthOf(before)})`;
}

function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) length += 1;
  return length;
}
