/** What a way to break a rule is. */
import type { MessagesRequest, RequestBlock, RequestMessage } from "../../../mock-api/index.ts";
import { blocksOf } from "../../../mock-api/prompt/prompt.ts";
import { withoutBudget } from "../legal-settings.ts";

/** A request that is broken in one way, and the refusal it must bring. */
export interface Broken {
  /** The body; a string is sent as it is. */
  broken: unknown;
  /** The whole message of the refusal. Left out where the API's words are not known: then status and type are held. */
  text?: string;
  /** Parts of the message, where only these are known. */
  contains?: readonly string[];
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
  /**
   * The same request without its fault. Looked at where the rule cannot be turned off, since then nothing else shows that
   * it breaks no other. Left out: the legal request as it came.
   */
  sound?: { body: unknown; url?: string };
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

/** What a refusal says: all of it, or the parts that are known. */
export function saying(said?: string | readonly string[]): Pick<Broken, "text" | "contains"> {
  if (said === undefined) return {};
  return typeof said === "string" ? { text: said } : { contains: said };
}

/** A break that only adds messages; `at` is the index of the first of them. `sound` are the same ones without the fault. */
export function adding(
  rule: string,
  how: string,
  write: (
    at: number,
  ) => { messages: RequestMessage[]; sound?: RequestMessage[] } & Omit<Broken, "broken" | "sound">,
): Break {
  const make: Break["make"] = (legal) => {
    const { messages, sound, ...refused } = write(legal.messages.length);
    const longer = (more: RequestMessage[]) => longerBy(legal, more);
    return { broken: longer(messages), ...(sound && { sound: { body: longer(sound) } }), ...refused };
  };
  return { rule, how, make };
}

/**
 * A request with more messages. With a budget for thinking, a loop that is still open begins with thinking (MR-43):
 * where it does not, the budget is left out.
 */
export function longerBy(legal: MessagesRequest, more: RequestMessage[]): MessagesRequest {
  const calling = more.map(({ content = [] }) => blocksOf(content)).find(callsTool);
  const base = calling && !calling[0]?.type.endsWith("thinking") ? withoutBudget(legal) : legal;
  return { ...base, messages: [...base.messages, ...more] };
}

function callsTool(blocks: readonly RequestBlock[]): boolean {
  return blocks.some(({ type }) => type === "tool_use");
}

/** A break of the fields of the request itself. */
export function changing(
  rule: string,
  how: string,
  change: Record<string, unknown>,
  text?: string,
  more: Omit<Broken, "broken" | "text"> = {},
): Break {
  const refused = { ...saying(text), ...more };
  return { rule, how, make: (legal) => ({ broken: { ...legal, ...change }, ...refused }) };
}
