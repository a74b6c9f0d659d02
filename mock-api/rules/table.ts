/** All rules, and the order of the checks. The first rule that is broken makes the refusal; what comes after is not looked at. */
import { TOO_DEEP } from "../http/body.ts";
import { type ApiError, apiError } from "../http/errors.ts";
import { betaRules } from "./betas.ts";
import { markerOrderRules, markerRules } from "./cache-control.ts";
import type { Call, RuleSettings } from "./call.ts";
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
import { speakerRules } from "./speakers.ts";
import { switchesOf } from "./switches.ts";
import { thinkingRules } from "./thinking.ts";
import { thinkingConfigRules } from "./thinking-config.ts";
import { thinkingPlacementRules } from "./thinking-placement.ts";
import { thinkingResponses } from "./thinking-responses.ts";
import { toolCallRules } from "./tool-calls.ts";
import { toolChoiceRules } from "./tool-choice.ts";
import { toolResultRules } from "./tool-results.ts";
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
  ...speakerRules,
  ...toolCallRules,
  ...toolResultRules,
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
}

/** The rules of a mock as they stand. Throws on a switch that no rule has. */
export function ruleSettings({
  foreignSignatures = "refuse",
  rules = {},
  apiKeys,
}: RuleOptions & Pick<RuleSettings, "apiKeys">): RuleSettings {
  const switches = switchesOf(RULES, rules);
  const refusals = REFUSALS.filter((rule) => switches.isOn(switchOf(rule)));
  return { foreignSignatures, switches, refusals, ...(apiKeys && { apiKeys }) };
}

/**
 * The first rule that a request breaks, as the refusal it brings. A value that is nested deeper than the stack is deep,
 * which a text is never read to (MR-11), is refused as the text would be.
 */
export function firstRefusal(call: Call): Refusal | null {
  try {
    return firstBroken(call);
  } catch (error) {
    if (error instanceof RangeError) return { ...apiError(400, { message: TOO_DEEP }), rule: "MR-11" };
    throw error;
  }
}

function firstBroken(call: Call): Refusal | null {
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
