/** Reads a script that comes from outside, such as a file, and says what is wrong with it. */
import { isObject } from "../wire.ts";
import { BLOCK_FIELDS, REPLY_FIELDS } from "./script-fields.ts";
import type { Reply } from "./scripted.ts";

/**
 * Reads a script from parsed JSON: a list of replies.
 *
 * @throws Error with one sentence that names the reply (from 0) and the field that is wrong.
 */
export function parseScript(json: unknown): Reply[] {
  if (!Array.isArray(json)) throw new Error("A script must be a list of replies.");
  return Array.from(json as unknown[], (reply, index) => {
    const fault = faultOfReply(reply);
    if (fault) throw new Error(`Reply ${index} of the script is wrong: ${fault}.`);
    return reply as Reply;
  });
}

/**
 * Checks what a plan of faults holds for one call: a reply that has nothing to say.
 *
 * @throws Error with one sentence that names the call and the field that is wrong.
 */
export function checkMishap(call: number, mishap: unknown): void {
  const says = isObject(mishap) && mishap["content"] !== undefined;
  const fault = says ? '"content" is no part of a fault' : faultOfReply(mishap);
  if (fault) throw new Error(`The fault of call ${call} is wrong: ${fault}.`);
}

/** What is wrong with a reply, in words; undefined when nothing is. */
export function faultOfReply(reply: unknown): string | undefined {
  if (!isObject(reply)) return "it must be an object";
  for (const [field, value] of Object.entries(reply)) {
    if (value === undefined) continue;
    const check = Object.hasOwn(REPLY_FIELDS, field) ? REPLY_FIELDS[field as keyof Reply] : undefined;
    if (!check) return `"${field}" is not a field of a reply`;
    const fault = check(value);
    if (fault) return `"${field}" ${fault}`;
  }
  const blocks = (reply["content"] ?? []) as unknown[];
  for (const [index, block] of blocks.entries()) {
    const fault = faultOfBlock(block, `content[${index}]`);
    if (fault) return fault;
  }
  return faultOfMishap(reply);
}

// Each of these would be left out of account in silence.
function faultOfMishap(reply: Record<string, unknown>): string | undefined {
  const { fault, error, status, after_events, after_bytes } = reply;
  if (after_events !== undefined && fault === undefined && error === undefined)
    return '"after_events" needs a "fault" or an "error" to come after them';
  if (after_bytes !== undefined && fault === undefined)
    return '"after_bytes" needs a "fault" to come after them';
  if (after_bytes !== undefined && after_events !== undefined)
    return '"after_events" and "after_bytes" cannot both say where the fault comes';
  if (fault !== undefined && (error !== undefined || Number(status ?? 200) >= 400))
    return '"fault" cannot stand beside an error';
  return undefined;
}

function faultOfBlock(block: unknown, path: string): string | undefined {
  if (!isObject(block)) return `"${path}" must be an object`;
  const type = block["type"];
  const fields = typeof type === "string" && Object.hasOwn(BLOCK_FIELDS, type) && BLOCK_FIELDS[type];
  if (!fields) return `"${path}.type" must be one of ${Object.keys(BLOCK_FIELDS).join(", ")}`;
  for (const [field, check] of Object.entries(fields)) {
    const fault = check(block[field]);
    if (fault) return `"${path}.${field}" ${fault}`;
  }
  return undefined;
}
