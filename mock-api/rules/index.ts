/** The order of the checks. The first rule that is broken makes the refusal; what comes after is not looked at. */
import { type ApiError, apiError } from "../errors.ts";
import type { MessagesRequest } from "../wire.ts";
import { markerOrderRules, markerRules } from "./cache-control.ts";
import { fieldRules } from "./fields.ts";
import { endingRules, messageRules } from "./messages.ts";
import type { Rule, RuleOptions } from "./rule.ts";
import { thinkingRules } from "./thinking.ts";
import { toolCallRules } from "./tool-calls.ts";

/** A refusal, and the number of the rule it comes from. */
export interface Refusal extends ApiError {
  rule: string;
}

/**
 * Every rule in the order of asking. The API's own order is not public. Here shape comes first, so that the later
 * rules may trust it; then the conversation, its tools and its end; then thinking; then the markers.
 */
export const RULES: readonly Rule[] = [
  ...fieldRules,
  ...markerRules,
  ...messageRules,
  ...toolCallRules,
  ...endingRules,
  ...thinkingRules,
  ...markerOrderRules,
];

/**
 * Checks a parsed request body alone: no model, no cache. Null when the API would take it.
 *
 * Law: legal-accepted, one-break-one-refusal.
 */
export function refusal(request: unknown, options: Partial<RuleOptions> = {}): Refusal | null {
  const settings: RuleOptions = { foreignSignatures: "refuse", ...options };
  for (const rule of RULES) {
    const message = rule.check(request as MessagesRequest, settings);
    if (message !== undefined) return { ...apiError(rule.status ?? 400, { message }), rule: rule.id };
  }
  return null;
}
