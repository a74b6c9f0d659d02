/**
 * Which fields there are, which have to be there, and of which type (MR-10). After this family the request has the
 * shape its type says. The wordings other than `Field required`, `Extra inputs are not permitted` and those of lists
 * of words are the mock's own.
 */
import { isObject } from "../wire.ts";
import type { Call } from "./call.ts";
import { COUNT_REQUEST, MESSAGES_REQUEST } from "./fields/request.ts";
import { Walk } from "./fields/walk.ts";
import type { RefusalRule } from "./rule.ts";

const MOST_MESSAGES = 100_000;

/** Order: how many messages there are; then, of what one walk over the whole request has found, rule by rule. */
export const fieldRules: RefusalRule[] = [
  {
    id: "MR-21",
    part: "empty-wording",
    checks: "there is at least one message, in the words that were once public",
    kind: "refusal",
    confidence: "L",
    check: (call) =>
      messagesOf(call)?.length === 0 ? "messages: at least one message is required" : undefined,
  },
  {
    id: "MR-21",
    part: "many",
    checks: `there are at most ${MOST_MESSAGES.toLocaleString("en")} messages`,
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const { length = 0 } = messagesOf(call) ?? [];
      return length > MOST_MESSAGES
        ? `messages: List should have at most ${MOST_MESSAGES} items, not ${length}`
        : undefined;
    },
  },
  {
    id: "MR-10",
    checks: "every field is known, every required one is there, each is of its type",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-10"),
  },
  {
    id: "MR-23",
    checks: "the system prompt is a string or text blocks",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-23"),
  },
  {
    id: "MR-36",
    part: "fields",
    checks: "a tool of the client's own has its name and schema, and no field that tools do not have",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-36/fields"),
  },
  {
    id: "MR-105",
    checks: "a tool of the API's own is of a known type, under its name, with the fields of its type",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-105"),
  },
  {
    id: "MR-39",
    checks:
      "a tool result is made of text, images, documents, search results, tool references and browser states",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-39"),
  },
  {
    id: "MR-60",
    part: "media-type",
    checks: "an image is a jpeg, png, gif or webp",
    kind: "refusal",
    confidence: "H",
    check: flawUnder("MR-60/media-type"),
  },
  {
    id: "MR-99",
    part: "fields",
    checks: "count_tokens is not sent what has to do with the answer alone",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-99/fields"),
  },
];

/** The check of a rule whose flaws the walk finds. */
export function flawUnder(rule: string): RefusalRule["check"] {
  return (call) => walked(call).flaws.get(rule);
}

const WALKS = new WeakMap<Call, Walk>();

/** The walk over a request; made once. */
function walked(call: Call): Walk {
  let walk = WALKS.get(call);
  if (walk === undefined) {
    walk = new Walk(call);
    (call.head.endpoint === "count_tokens" ? COUNT_REQUEST : MESSAGES_REQUEST)(call.request, walk);
    WALKS.set(call, walk);
  }
  return walk;
}

function messagesOf({ request }: Call): unknown[] | undefined {
  const body: unknown = request;
  const messages = isObject(body) ? body["messages"] : undefined;
  return Array.isArray(messages) ? messages : undefined;
}
