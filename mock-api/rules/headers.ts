/** Version, authentication, betas (MR-2, MR-6 to MR-8), and what is refused before there is a request to examine. */
import { isKnownBeta } from "../http/betas.ts";
import { betasOf, isVersion, keyOf } from "../http/head.ts";
import type { Call } from "./call.ts";
import type { Fault, RefusalRule, RuleKeptElsewhere } from "./rule.ts";

/**
 * In this order, and before all headers: a request that is nowhere, too large, or not to be read is not looked at. No
 * switch turns these off, for there would be nothing to answer.
 */
export const gateRules: RuleKeptElsewhere[] = [
  {
    id: "MR-1",
    checks:
      "only POST /v1/messages, POST /v1/messages/count_tokens and HEAD /api/hello exist, whatever the query",
    kind: "refusal",
    confidence: "H",
    keptIn: "http/route.ts",
  },
  {
    id: "MR-14",
    checks: "a body has at most 32 MB; a larger one is not read to its end",
    kind: "refusal",
    confidence: "H",
    keptIn: "http/bytes.ts",
  },
  {
    id: "MR-18",
    part: "encoding",
    checks: "a body is gzip, deflate or br where it says so, nothing else, and not too large once decoded",
    kind: "refusal",
    confidence: "H",
    keptIn: "http/bytes.ts",
  },
  {
    id: "MR-11",
    checks: "the body is JSON in UTF-8, and no string in it has half a surrogate pair",
    kind: "refusal",
    confidence: "H",
    keptIn: "http/body.ts",
  },
];

/** Order: who asks, in which version, with which betas. A body alone has no headers, and breaks none of these. */
export const headerRules: RefusalRule[] = [
  {
    id: "MR-6",
    checks: "a key is given, in x-api-key or as the bearer of authorization",
    kind: "refusal",
    confidence: "H",
    status: 401,
    check: ({ head: { headers } }) =>
      headers && !keyOf(headers) ? "x-api-key header is required" : undefined,
  },
  {
    id: "MR-7",
    checks: "the key is one that is taken, where the mock was given a list",
    kind: "refusal",
    confidence: "H",
    status: 401,
    check: checkKey,
  },
  {
    id: "MR-2",
    checks: "anthropic-version is given, and names one version that exists",
    kind: "refusal",
    confidence: "H",
    check: ({ head: { headers } }) => (headers ? checkVersion(headers) : undefined),
  },
  {
    id: "MR-8",
    checks: "anthropic-beta names only betas that exist",
    kind: "refusal",
    confidence: "M",
    check: ({ head: { headers } }) => (headers ? checkBetas(headers) : undefined),
  },
];

function checkKey({ head: { headers }, settings: { apiKeys } }: Call): Fault | undefined {
  if (!headers || !apiKeys || apiKeys.includes(keyOf(headers) ?? "")) return undefined;
  // Never the key itself: a message is logged.
  return { message: headers.get("x-api-key") ? "invalid x-api-key" : "Invalid bearer token" };
}

function checkVersion(headers: Headers): string | undefined {
  const version = headers.get("anthropic-version");
  if (version === null || version === "") return "anthropic-version: header is required";
  return isVersion(version) ? undefined : `anthropic-version: "${version}" is not a valid version`;
}

function checkBetas(headers: Headers): string | undefined {
  const unknown = [...new Set(betasOf(headers))].filter((name) => !isKnownBeta(name));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((name) => `\`${name}\``).join(", ");
  return (
    `Unexpected value(s) ${named} for the \`anthropic-beta\` header. ` +
    "Please consult our documentation at docs.anthropic.com or try again without the header."
  );
}
