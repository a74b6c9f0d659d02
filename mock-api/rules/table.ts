/** All rules, and the order of the checks. The first rule that is broken makes the refusal; what comes after is not looked at. */
import { type ApiError, apiError } from "../http/errors.ts";
import { assumedHead, type Head } from "../http/head.ts";
import type { MessagesRequest } from "../wire.ts";
import { betaRules } from "./betas.ts";
import { markerOrderRules, markerRules } from "./cache-control.ts";
import { Call, type RuleSettings } from "./call.ts";
import { clientFacts } from "./client-facts.ts";
import { endingRules } from "./endings.ts";
import { fieldRules } from "./fields.ts";
import { gateRules, headerRules } from "./headers.ts";
import { imageFacts, imageRules } from "./images.ts";
import { limitRules } from "./limits.ts";
import { mergeRules, messageRules } from "./messages.ts";
import { modelFacts, modelRules } from "./models.ts";
import { outputFormatRules } from "./output-format.ts";
import { responseRules } from "./responses.ts";
import { cacheRules } from "./responses-cache.ts";
import { featureResponses } from "./responses-features.ts";
import { transportResponses } from "./responses-transport.ts";
import { systemRoleRules } from "./roles.ts";
import { type RefusalRule, type StatedRule, switchOf } from "./rule.ts";
import { samplingRules } from "./sampling.ts";
import { serverSideRules } from "./server-side.ts";
import { serverToolRules } from "./server-tools.ts";
import { switchesOf } from "./switches.ts";
import { thinkingRules } from "./thinking.ts";
import { thinkingConfigRules } from "./thinking-config.ts";
import { thinkingPlacementRules } from "./thinking-placement.ts";
import { thinkingResponses } from "./thinking-responses.ts";
import { toolCallRules } from "./tool-calls.ts";
import { toolChoiceRules } from "./tool-choice.ts";
import { toolRules } from "./tools.ts";
import { versionRules } from "./versions.ts";

/** A refusal, and the rule it comes from. */
export interface Refusal extends ApiError {
  /** The rule's number, and which row of it where it has more than one. */
  rule: string;
  part?: string;
}

/**
 * Every refusal in the order of asking. The API's own order is not public. Here the headers come first, then shape, so
 * that the later rules may trust it; then the model; then the conversation, its tools and its end; then thinking, then
 * the markers, then the limits.
 */
export const REFUSALS: readonly RefusalRule[] = [
  ...headerRules,
  ...fieldRules,
  ...markerRules,
  ...betaRules,
  ...serverSideRules,
  ...modelRules,
  ...messageRules,
  ...imageRules,
  ...systemRoleRules,
  ...versionRules,
  ...toolRules,
  ...outputFormatRules,
  ...toolCallRules,
  ...serverToolRules,
  ...endingRules,
  ...toolChoiceRules,
  ...thinkingConfigRules,
  ...samplingRules,
  ...thinkingPlacementRules,
  ...thinkingRules,
  ...markerOrderRules,
  ...limitRules,
];

/** The whole table: what is refused before the body is read, the checks, what holds of responses, and what clients do. */
export const RULES: readonly StatedRule[] = [
  ...gateRules,
  ...REFUSALS,
  ...mergeRules,
  ...imageFacts,
  ...modelFacts,
  ...thinkingResponses,
  ...transportResponses,
  ...responseRules,
  ...cacheRules,
  ...featureResponses,
  ...clientFacts,
];

/** Switches between readings of the documentation. */
export interface RuleOptions {
  /** What to do with thinking that this mock did not sign (D-25); left out: refuse. */
  foreignSignatures?: "refuse" | "accept";
  /** Rules to turn on or off, by their number, or by `number/part` for one row of it. */
  rules?: Readonly<Record<string, boolean>>;
  /** The API keys that are taken; left out: any (MR-7). */
  apiKeys?: readonly string[];
}

/** The rules of a mock as they stand. Throws on a switch that no rule has. */
export function ruleSettings({
  foreignSignatures = "refuse",
  rules = {},
  apiKeys,
}: RuleOptions): RuleSettings {
  const switches = switchesOf(RULES, rules);
  const refusals = REFUSALS.filter((rule) => switches.isOn(switchOf(rule)));
  return { foreignSignatures, switches, refusals, ...(apiKeys && { apiKeys }) };
}

/**
 * Checks a parsed request body alone: no model, no cache, and no headers unless `head` says what they would ask for.
 * Null when the API would take it.
 *
 * Law: legal-accepted, one-break-one-refusal.
 */
export function refusal(
  request: unknown,
  options: RuleOptions = {},
  head: Partial<Omit<Head, "headers">> = {},
): Refusal | null {
  return firstRefusal(new Call(request as MessagesRequest, assumedHead(head), ruleSettings(options)));
}

/** The first rule that a request breaks, as the refusal it brings. */
export function firstRefusal(call: Call): Refusal | null {
  for (const rule of call.settings.refusals) {
    const found = rule.check(call);
    if (found === undefined) continue;
    const fault = typeof found === "string" ? { message: found } : found;
    return {
      ...apiError(fault.status ?? rule.status ?? 400, fault),
      rule: rule.id,
      ...(rule.part && { part: rule.part }),
    };
  }
  return null;
}
