/** The request and its messages, field by field (MR-10, MR-23, MR-99). */
import { isObject } from "../../wire.ts";
import { BLOCKS } from "./blocks.ts";
import { FEATURE_BLOCKS, TOOL_CHANGES } from "./feature-blocks.ts";
import { aScopedMarker } from "./marker.ts";
import {
  aBoolean,
  aCount,
  aFraction,
  aString,
  EXTRA,
  type Fields,
  listOf,
  object,
  oneOf,
  orNull,
  orString,
  type Shape,
} from "./schema.ts";
import { SERVER_BLOCKS } from "./server-blocks.ts";
import {
  billingPolicy,
  compaction,
  container,
  contextManagement,
  effort,
  fallbackCredit,
  fallbacks,
  mcpServer,
  outputConfig,
  outputFormat,
  speed,
  thinking,
  thread,
  toolChoice,
} from "./settings.ts";
import { tagged } from "./tagged.ts";
import { aSystemText, aText } from "./text.ts";
import { aTool } from "./tools.ts";

const role = oneOf("user", "assistant", "system");
const block = tagged({ ...BLOCKS, ...SERVER_BLOCKS, ...FEATURE_BLOCKS });
const spoken = object({ role, content: orString(listOf(block)) });
/** MR-24: the client speaks in the middle of the conversation; with an effort alone its content is empty. */
const interposed = object(
  { role, content: orString(listOf(tagged({ text: aText, ...TOOL_CHANGES }))) },
  {
    clear_at: orNull(oneOf("next_user_message", "never")),
    output_config: orNull(object({}, { effort })),
  },
);
const message: Shape = (value, walk) =>
  (isObject(value) && value["role"] === "system" ? interposed : spoken)(value, walk);
const everyMessage = listOf(message);

/** MR-21: here in the mock's own words, which say what to do. For a summary of nothing MR-103 has a code. */
const messages: Shape = (value, walk) => {
  const { request, head } = walk.call;
  const summarized = head.endpoint === "messages" && request["compaction"] != null;
  if (Array.isArray(value) && value.length === 0 && !summarized) {
    walk.flaw("Send at least one message, the first of them with the role 'user'");
  } else everyMessage(value, walk);
};

const system: Shape = (value, walk) => walk.under("MR-23", orString(listOf(aSystemText)), value);

const REQUIRED: Fields = { model: aString, messages };

/** What both endpoints take. */
const SHARED: Fields = {
  system,
  tools: listOf(aTool),
  tool_choice: toolChoice,
  thinking,
  output_config: outputConfig,
  output_format: outputFormat,
  cache_control: aScopedMarker,
  context_management: contextManagement,
  compaction,
  mcp_servers: listOf(mcpServer),
  speed,
  billing_policy: billingPolicy,
  user_profile_id: aString,
  workspace_id: aString,
};

/** What has to do with the answer, and is nothing to count (MR-99). */
const ANSWERED: Fields = {
  stream: aBoolean,
  stop_sequences: listOf(aString),
  metadata: object({}, { user_id: orNull(aString) }),
  service_tier: oneOf("auto", "standard_only"),
  container,
  diagnostics: orNull(object({}, { previous_message_id: orNull(aString) })),
  inference_geo: orNull(aString),
  fallbacks,
  fallback_credit_token: fallbackCredit,
  thread,
  // Which versions and models take them is for MR-3 and MR-51 to say.
  temperature: aFraction,
  top_p: aFraction,
  top_k: aCount,
};

const notCounted: Shape = (_value, walk) => walk.flaw(EXTRA, "MR-99/fields");
const NOT_COUNTED: Fields = Object.fromEntries(
  ["max_tokens", ...Object.keys(ANSWERED)].map((field) => [field, notCounted]),
);

/** The body of `POST /v1/messages`. */
export const MESSAGES_REQUEST: Shape = object(
  { ...REQUIRED, max_tokens: aCount },
  { ...SHARED, ...ANSWERED },
);

/** The body of `POST /v1/messages/count_tokens`. */
export const COUNT_REQUEST: Shape = object(REQUIRED, { ...SHARED, ...NOT_COUNTED });
