/** Sampling parameters: gone with the newest version, and with the newer models before (MR-3, MR-51). */
import { NEWEST } from "../http/head.ts";
import type { MessagesRequest } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

const PARAMETERS = ["temperature", "top_p", "top_k"] as const;
type Parameter = (typeof PARAMETERS)[number];

export const samplingRules: RefusalRule[] = [
  {
    id: "MR-3",
    checks: "under the newest version no sampling parameter is given, whatever its value",
    kind: "refusal",
    confidence: "H", // The wording is the mock's own.
    check: ({ head, request }) => {
      const given = head.version === NEWEST && PARAMETERS.find((name) => name in request);
      return given ? `${given}: Extra inputs are not permitted` : undefined;
    },
  },
  {
    id: "MR-51",
    part: "fixed",
    checks: "a model from 4.7 on is given no sampling parameter that would change anything",
    kind: "refusal",
    confidence: "H",
    check: ({ request, traits }) =>
      traits.sampling === "fixed"
        ? firstGiven(request, (name, value) =>
            isDefault(name, value) ? undefined : `\`${name}\` is deprecated for this model.`,
          )
        : undefined,
  },
  {
    id: "MR-51",
    part: "thinking",
    checks: "while a model of before 4.7 thinks, temperature is 1, top_p at least 0.95, and top_k not given",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      call.traits.sampling !== "fixed" && thinks(call)
        ? firstGiven(call.request, faultWhileThinking)
        : undefined,
  },
  {
    id: "MR-51",
    part: "both",
    checks: "a 4.5 model is given temperature or top_p, not both",
    kind: "refusal",
    confidence: "H",
    check: ({ request, traits }) =>
      traits.sampling === "one at a time" && request["temperature"] != null && request["top_p"] != null
        ? "`temperature` and `top_p` cannot both be specified for this model. Please use only one."
        : undefined,
  },
];

function firstGiven(
  request: MessagesRequest,
  look: (name: Parameter, value: unknown) => string | undefined,
): string | undefined {
  return firstOf(PARAMETERS, (name) => (request[name] == null ? undefined : look(name, request[name])));
}

function isDefault(name: Parameter, value: unknown): boolean {
  if (name === "temperature") return value === 1;
  return name === "top_p" && Number(value) >= 0.99 && Number(value) <= 1;
}

function thinks({ request: { thinking }, traits }: Call): boolean {
  return (thinking?.type ?? traits.thinking) !== "disabled";
}

function faultWhileThinking(name: Parameter, value: unknown): string | undefined {
  if (name === "top_k") return "`top_k` must be unset when thinking is enabled or in adaptive mode.";
  if (name === "temperature") {
    return value === 1
      ? undefined
      : "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode. Please consult our " +
          "documentation at https://platform.claude.com/docs/en/build-with-claude/extended-thinking";
  }
  return Number(value) >= 0.95 && Number(value) <= 1
    ? undefined
    : "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.";
}
