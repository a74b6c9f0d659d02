/** MR-10, MR-105: the mock knows every field that the SDK can send, and none besides. */
import { describe, expect, test } from "vitest";
import { assumedHead, type Endpoint } from "../../mock-api/http/head.ts";
import { markerRules } from "../../mock-api/rules/cache-control.ts";
import { Call } from "../../mock-api/rules/call.ts";
import { fieldRules } from "../../mock-api/rules/fields.ts";
import { firstOf } from "../../mock-api/rules/rule.ts";
import { ruleSettings } from "../../mock-api/rules/table.ts";
import type { MessagesRequest } from "../../mock-api/wire.ts";
import { SdkTypes } from "./sdk-samples.ts";

const SETTINGS = ruleSettings({});

/** What is wrong with the shape of a request. */
function flawOf(request: unknown, endpoint: Endpoint): string | undefined {
  const call = new Call(request as MessagesRequest, assumedHead({ endpoint }), SETTINGS);
  return firstOf([...fieldRules, ...markerRules], (rule) => {
    const found = rule.check(call);
    return typeof found === "object" ? found.message : found;
  });
}

// MR-45 has its own words for thinking that is not signed, MR-35 for a schema without a type.
const LEFT = new Set(["signature", "data"]);
function isLeft(type: string, field: string): boolean {
  return /Thinking(Block)?Param$/.test(type) && LEFT.has(field);
}

const ENDPOINTS: [Endpoint, string][] = [
  ["messages", "MessageCreateParamsBase"],
  ["count_tokens", "MessageCountTokensParams"],
];

describe.each(["messages/messages.ts", "beta/messages/messages.ts"])("%s", (file) => {
  const types = new SdkTypes(file, isLeft);

  test.each(ENDPOINTS)("for %s, all that %s allows is taken", (endpoint, type) => {
    const { legal } = types.of(type);
    expect(legal.length).toBeGreaterThan(300);
    const refused = legal
      .filter((request) => !isHeader(request))
      .map(spoken)
      .map((request) => [flawOf(request, endpoint), JSON.stringify(request)])
      .filter(([flaw]) => flaw !== undefined);
    expect(refused).toEqual([]);
  });

  test.each(ENDPOINTS)(
    "for %s, what %s requires is required, and nothing else is known",
    (endpoint, type) => {
      const { broken } = types.of(type);
      expect(broken.length).toBeGreaterThan(200);
      const taken = broken.filter((request) => flawOf(request, endpoint) === undefined);
      expect(taken.map((request) => JSON.stringify(request))).toEqual([]);
      const flaws = broken.map((request) => flawOf(request, endpoint));
      expect(
        flaws.filter((flaw) => !/: (Field required|Extra inputs are not permitted)$/.test(flaw ?? "")),
      ).toEqual([]);
    },
  );
});

/** The SDK sends this one as a header. */
function isHeader(request: unknown): boolean {
  return Object.hasOwn(request as object, "betas");
}

/** A system message that says nothing has empty content; the SDK's types would also leave it out (MR-24). */
function spoken(request: unknown): unknown {
  const { messages } = request as { messages: object[] };
  return { ...(request as object), messages: messages.map((message) => ({ content: [], ...message })) };
}
