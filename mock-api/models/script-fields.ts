/** What the fields of a scripted reply may hold. */

import type { Delivery } from "../answer/delivery.ts";
import { isObject } from "../wire.ts";
import {
  aBoolean,
  aCount,
  aList,
  aModel,
  anError,
  anObject,
  aRefusal,
  aStatus,
  aString,
  aTime,
  aWholeNumber,
  type Check,
  type Checks,
  extraEvents,
  listOf,
  oneOf,
  oneOrMore,
  optional,
  orNull,
  someHeaders,
} from "./field-checks.ts";
import type { Reply } from "./scripted.ts";

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

/** The fields of a `delivery`. */
export const DELIVERY_FIELDS: Readonly<Record<keyof Delivery, Check>> = {
  pings: listOf(aWholeNumber),
  extra_events: extraEvents,
  delta_chars: aCount,
  message_deltas: aCount,
  silent_empty_input: aBoolean,
  chunk_bytes: oneOrMore(aCount),
  chunk_delay_ms: oneOrMore(aTime),
  line_end: oneOf("\n", "\r\n", "\r"),
  comments: aBoolean,
};

/** How a stream may arrive. */
export const faultOfDelivery: Check = (value) => {
  if (!isObject(value)) return anObject(value);
  for (const [field, each] of Object.entries(value)) {
    const check = Object.hasOwn(DELIVERY_FIELDS, field)
      ? DELIVERY_FIELDS[field as keyof Delivery]
      : undefined;
    const fault = check ? check(each) : "is not known";
    if (fault) return `has a field "${field}" that ${fault}`;
  }
  return undefined;
};

/** The fields of a reply. */
export const REPLY_FIELDS: Readonly<Record<keyof Reply, Check>> = {
  content: (value) => (Array.isArray(value) ? undefined : "must be a list of blocks"),
  stop_reason: oneOf(...STOP_REASONS),
  stop_sequence: orNull(aString),
  stop_details: orNull(aRefusal),
  container: orNull(anObject),
  usage: anObject,
  delivery: faultOfDelivery,
  status: aStatus,
  error: anError,
  fault: oneOf("reset", "hang", "truncate"),
  after_events: aWholeNumber,
  after_bytes: aWholeNumber,
  delay_ms: aTime,
  headers: someHeaders,
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
