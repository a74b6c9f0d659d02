/**
 * What the API does to a request that it has accepted before the model sees it: a thread's history is put in front,
 * thinking that does not hold is dropped, context edits are applied.
 */
import type { Call } from "../rules/call.ts";
import { bindThinking } from "../thinking/binding.ts";
import type { MessagesRequest } from "../wire.ts";

/** A request ready to be counted, cached and answered. */
export interface Prepared {
  /** The conversation as sent, a thread's history included: what thinking is bound to (MR-46). */
  sent: MessagesRequest;
  /** What the model is shown, and what is billed. */
  shown: MessagesRequest;
  /** Fields that the response carries because of it. */
  told: Record<string, unknown>;
}

/** Prepares a request that broke no rule. */
export function prepare(call: Call): Prepared {
  const bound = bindThinking(call);
  return { sent: call.request, shown: bound.request, told: bound.told };
}
