/** What the fields of a scripted reply may hold. */

/** What is wrong with a value, to be read after the field's name; undefined when nothing is. */
export type Check = (value: unknown) => string | undefined;

type Checks = Readonly<Record<string, Check>>;

const aString: Check = (value) => (typeof value === "string" ? undefined : "must be a string");
const aBoolean: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const anObject: Check = (value) => (isObject(value) ? undefined : "must be an object");
const aList: Check = (value) => (Array.isArray(value) ? undefined : "must be a list");
const aWholeNumber: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number of 0 or more";
const aCount: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 1 ? undefined : "must be a whole number of 1 or more";
const aStatus: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
    ? undefined
    : "must be an HTTP status from 200 to 599";
const anError: Check = (value) =>
  typeof value === "string" || (isObject(value) && typeof value["message"] === "string")
    ? undefined
    : "must be a string or an object with a message";
const stringValues: Check = (value) =>
  isObject(value) && Object.values(value).every((each) => typeof each === "string")
    ? undefined
    : "must be an object whose values are strings";
const aModel: Check = (value) =>
  isObject(value) && typeof value["model"] === "string" ? undefined : "must be an object with a model";
const aRefusal: Check = (value) =>
  isObject(value) && value["type"] === "refusal" ? undefined : 'must be an object of type "refusal"';
const extraEvents: Check = (value) =>
  Array.isArray(value) && value.every(isExtraEvent)
    ? undefined
    : "must be a list of objects, each with a whole number `at` and an `event` that has a type";

const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    allowed.includes(String(value)) ? undefined : `must be one of ${allowed.map(shown).join(", ")}`;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.map(check).find((fault) => fault !== undefined) : aList(value);
const oneOrMore =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? (value.length === 0 ? "must not be empty" : listOf(check)(value)) : check(value);

const STOP_REASONS = [
  "end_turn",
  "max_tokens",
  "stop_sequence",
  "tool_use",
  "pause_turn",
  "refusal",
  "model_context_window_exceeded",
  "compaction",
];

const DELIVERY_FIELDS: Checks = {
  pings: listOf(aWholeNumber),
  extra_events: extraEvents,
  message_deltas: aCount,
  silent_empty_input: aBoolean,
  chunk_bytes: oneOrMore(aCount),
  chunk_delay_ms: oneOrMore(aWholeNumber),
  line_end: oneOf("\n", "\r\n", "\r"),
  comments: aBoolean,
};

const aDelivery: Check = (value) => {
  if (!isObject(value)) return anObject(value);
  for (const [field, each] of Object.entries(value)) {
    const check = Object.hasOwn(DELIVERY_FIELDS, field) ? DELIVERY_FIELDS[field] : undefined;
    const fault = check ? check(each) : "is not known";
    if (fault) return `has a field "${field}" that ${fault}`;
  }
  return undefined;
};

/** The fields of a reply. */
export const REPLY_FIELDS: Checks = {
  content: (value) => (Array.isArray(value) ? undefined : "must be a list of blocks"),
  stop_reason: oneOf(...STOP_REASONS),
  stop_sequence: orNull(aString),
  stop_details: orNull(aRefusal),
  container: orNull(anObject),
  usage: anObject,
  delivery: aDelivery,
  status: aStatus,
  error: anError,
  fault: oneOf("reset", "hang", "truncate"),
  after_events: aWholeNumber,
  after_bytes: aWholeNumber,
  delay_ms: aWholeNumber,
  headers: stringValues,
};

const A_CALL: Checks = {
  name: aString,
  input: anObject,
  id: optional(aString),
  partial_json: optional(aString),
};
const A_SERVER_RESULT: Checks = {
  tool_use_id: optional(aString),
  content: (value) => (value === undefined ? "is missing" : undefined),
};

/** The blocks of a reply, and what each needs; other fields of a block are left alone. */
export const BLOCK_FIELDS: Readonly<Record<string, Checks>> = {
  text: { text: aString, citations: optional(orNull(aList)) },
  thinking: { thinking: aString },
  redacted_thinking: {},
  tool_use: A_CALL,
  server_tool_use: A_CALL,
  web_search_tool_result: A_SERVER_RESULT,
  web_fetch_tool_result: A_SERVER_RESULT,
  code_execution_tool_result: A_SERVER_RESULT,
  bash_code_execution_tool_result: A_SERVER_RESULT,
  text_editor_code_execution_tool_result: A_SERVER_RESULT,
  tool_search_tool_result: A_SERVER_RESULT,
  advisor_tool_result: A_SERVER_RESULT,
  mcp_tool_result: A_SERVER_RESULT,
  container_upload: { file_id: aString },
  fallback: { from: aModel, to: aModel },
  compaction: { content: orNull(aString), signature: optional(orNull(aString)) },
};

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isExtraEvent(value: unknown): boolean {
  if (!isObject(value) || aWholeNumber(value["at"]) !== undefined) return false;
  return isObject(value["event"]) && typeof value["event"]["type"] === "string";
}

function shown(value: string): string {
  return /\s/.test(value) ? JSON.stringify(value) : value;
}
