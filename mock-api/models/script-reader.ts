/** Reads a script that comes from outside, such as a file, and says what is wrong with it. */
import type { Reply } from "./scripted.ts";

type Check = (value: unknown) => string | undefined;

const aString: Check = (value) => (typeof value === "string" ? undefined : "must be a string");
const anObject: Check = (value) => (isObject(value) ? undefined : "must be an object");
const aWholeNumber: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number of 0 or more";
const aStatus: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
    ? undefined
    : "must be an HTTP status from 200 to 599";
const aStringOrNull: Check = (value) => (value === null ? undefined : aString(value));
const anError: Check = (value) =>
  typeof value === "string" || (isObject(value) && typeof value["message"] === "string")
    ? undefined
    : "must be a string or an object with a message";
const stringValues: Check = (value) =>
  isObject(value) && Object.values(value).every((each) => typeof each === "string")
    ? undefined
    : "must be an object whose values are strings";

const REPLY_FIELDS: Record<string, Check> = {
  content: (value) => (Array.isArray(value) ? undefined : "must be a list of blocks"),
  stop_reason: aString,
  stop_sequence: aStringOrNull,
  usage: anObject,
  status: aStatus,
  error: anError,
  delay_ms: aWholeNumber,
  headers: stringValues,
};

const BLOCK_FIELDS: Record<string, Record<string, Check>> = {
  text: { text: aString },
  thinking: { thinking: aString },
  redacted_thinking: {},
  tool_use: { name: aString, input: anObject },
};

/**
 * Reads a script from parsed JSON: a list of replies.
 *
 * @throws Error with one sentence that names the reply (from 0) and the field that is wrong.
 */
export function parseScript(json: unknown): Reply[] {
  if (!Array.isArray(json)) throw new Error("A script must be a list of replies.");
  return json.map((reply: unknown, index) => {
    const fault = faultOfReply(reply);
    if (fault) throw new Error(`Reply ${index} of the script is wrong: ${fault}.`);
    return reply as Reply;
  });
}

function faultOfReply(reply: unknown): string | undefined {
  if (!isObject(reply)) return "it must be an object";
  for (const [field, value] of Object.entries(reply)) {
    const check = Object.hasOwn(REPLY_FIELDS, field) ? REPLY_FIELDS[field] : undefined;
    if (!check) return `"${field}" is not a field of a reply`;
    const fault = check(value);
    if (fault) return `"${field}" ${fault}`;
  }
  const blocks = (reply["content"] ?? []) as unknown[];
  for (const [index, block] of blocks.entries()) {
    const fault = faultOfBlock(block, `content[${index}]`);
    if (fault) return fault;
  }
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
