/** What a way to break a rule is. */
import type { MessagesRequest, RequestMessage } from "../../../mock-api/index.ts";

/** One way. The text is the whole message of the refusal. */
export interface Break {
  rule: string;
  how: string;
  /** Turns a legal request, whose last message is a user's, into a broken one; both are left as they are. */
  make(legal: MessagesRequest): { broken: unknown; text: string };
}

/** A break that only adds messages; `at` is the index of the first of them. */
export function adding(
  rule: string,
  how: string,
  write: (at: number) => { messages: RequestMessage[]; text: string },
): Break {
  const make: Break["make"] = (legal) => {
    const { messages, text } = write(legal.messages.length);
    return { broken: { ...legal, messages: [...legal.messages, ...messages] }, text };
  };
  return { rule, how, make };
}

/** A break of the fields of the request itself. */
export function changing(rule: string, how: string, change: Record<string, unknown>, text: string): Break {
  return { rule, how, make: (legal) => ({ broken: { ...legal, ...change }, text }) };
}
