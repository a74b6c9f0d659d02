/**
 * What the API does to a request that it has accepted before the model sees it: thinking that does not hold is
 * dropped, a summary takes the place of what it stands for, context edits are applied.
 */
import { countTokens } from "../prompt/tokens.ts";
import type { Call } from "../rules/call.ts";
import { bindThinking } from "../thinking/binding.ts";
import type { MessagesRequest } from "../wire.ts";
import { afterSummary } from "./compaction-block.ts";
import { applyEdits } from "./edits.ts";

/** A request ready to be counted, cached and answered. */
export interface Prepared {
  /** The conversation as sent, a thread's history included: what thinking is bound to (MR-46). */
  sent: MessagesRequest;
  /** What the model would be shown if no edit took anything out. */
  unedited: MessagesRequest;
  /** What the model is shown, and what is billed. */
  shown: MessagesRequest;
  /** Fields that the response carries because of it. */
  told: Record<string, unknown>;
}

/** Prepares a request that broke no rule. */
export function prepare(call: Call): Prepared {
  const bound = bindThinking(call);
  const unedited = afterSummary(bound.request);
  const { request: shown, applied } = applyEdits(unedited);
  const told = {
    ...bound.told,
    ...(managesContext(call) && { context_management: { applied_edits: applied } }),
  };
  return { sent: call.request, unedited, shown, told };
}

/**
 * The answer of count_tokens: what the request would be billed for, whatever is cached (MR-99). Under context
 * management it also tells what that would be without the edits.
 *
 * Law: count-agrees, count-monotone.
 */
export function tokensCounted(call: Call): Record<string, unknown> {
  const { unedited, shown } = call.prepared;
  if (!managesContext(call)) return { input_tokens: call.tokens };
  const original_input_tokens = unedited === shown ? call.tokens : countTokens(unedited);
  return { input_tokens: call.tokens, context_management: { original_input_tokens } };
}

function managesContext({ request }: Call): boolean {
  return request["context_management"] != null;
}
