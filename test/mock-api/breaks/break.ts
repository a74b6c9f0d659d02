/** What a way to break a rule is. */
import type { MessagesRequest, RequestMessage } from "../../../mock-api/index.ts";

/** A request that is broken in one way, and the refusal it must bring. */
export interface Broken {
  /** The body; a string is sent as it is. */
  broken: unknown;
  /** The whole message of the refusal. Left out where the API's words are not known: then status and type are held. */
  text?: string;
  /** Left out: 400. */
  status?: number;
  /** Left out: invalid_request_error. */
  type?: string;
  /** The `error_code` of the refusal. */
  code?: string;
  /** Headers in place of the usual ones; "" leaves one out. */
  headers?: Readonly<Record<string, string>>;
  /** Where it is sent, in place of the Messages endpoint. */
  url?: string;
}

/** One way to break one rule. */
export interface Break {
  /** The rule's switch: its number, or `number/part`. */
  rule: string;
  how: string;
  /** Makes a body of megabytes: tried on half as many requests as others. */
  costly?: true;
  /** Rules that have to be turned on first: those of confidence L are off. */
  rules?: Readonly<Record<string, boolean>>;
  /** The keys that the mock takes; left out: any. */
  apiKeys?: readonly string[];
  /** Turns a legal request, whose last message is a user's, into a broken one; the legal one is left as it is. */
  make(legal: MessagesRequest): Broken;
}

/** A break that only adds messages; `at` is the index of the first of them. */
export function adding(
  rule: string,
  how: string,
  write: (at: number) => { messages: RequestMessage[] } & Omit<Broken, "broken">,
): Break {
  const make: Break["make"] = (legal) => {
    const { messages, ...refused } = write(legal.messages.length);
    return { broken: { ...legal, messages: [...legal.messages, ...messages] }, ...refused };
  };
  return { rule, how, make };
}

/** A break of the fields of the request itself. */
export function changing(
  rule: string,
  how: string,
  change: Record<string, unknown>,
  text?: string,
  more: Omit<Broken, "broken" | "text"> = {},
): Break {
  const refused = { ...(text !== undefined && { text }), ...more };
  return { rule, how, make: (legal) => ({ broken: { ...legal, ...change }, ...refused }) };
}
