/** What holds of every exchange, whatever was sent: it is answered in the API's form, and within the limits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi } from "../../mock-api/index.ts";
import { request, text, user } from "../mock-api/blocks.ts";
import { COUNT_URL, MESSAGES_URL, send } from "../mock-api/exchange.ts";
import { anyOddRequest, anySwitches } from "../mock-api/odd-requests.ts";
import { law } from "../support/law.ts";

/** MR-16: the type that goes with a status, for all that a refusal can bring. */
const TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
};
/** MR-14: what the edge says, without the API's envelope. */
const EDGE = { error: { type: "request_too_large", message: "Request exceeds the maximum size" } };

test("for example: half a character is refused in the envelope, with the id that the header has", async () => {
  const api = createMockApi({ model: () => ({}) });
  const response = await api.fetch(MESSAGES_URL, {
    method: "POST",
    body: new Uint8Array([0x22, 0xc3, 0x22]),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    type: "error",
    error: { type: "invalid_request_error" },
    request_id: response.headers.get("request-id"),
  });
});

/** Is it an answer of its endpoint? Plain, counted or streamed to its end. */
function isAnswer(body: string, headers: Headers): boolean {
  if (headers.get("content-type")?.startsWith("text/event-stream")) return body.includes("message_stop");
  const answer = JSON.parse(body) as { type?: string; input_tokens?: number };
  return answer.type === "message" || Number.isInteger(answer.input_tokens);
}

law(
  "an-envelope-always",
  "whatever bytes and headers arrive and whatever rules are turned, the response is an answer or an error in the API's envelope with the id of its header",
  [
    anyOddRequest,
    fc.oneof(fc.constant({}), anySwitches),
    fc.constantFrom(MESSAGES_URL, MESSAGES_URL, `${MESSAGES_URL}?beta=true`, COUNT_URL, `${MESSAGES_URL}/x`),
  ],
  async ({ body, headers }, rules, url) => {
    const api = createMockApi({
      model: () => ({ content: [{ type: "text", text: "a0" }] }),
      apiKeys: ["test"],
      rules,
    });
    const response = await api.handle(new Request(url, { method: "POST", body, headers }));
    const said = await response.text();
    const id = response.headers.get("request-id");
    expect(id).toMatch(/^req_/);
    if (response.status === 200) {
      expect(isAnswer(said, response.headers), said).toBe(true);
    } else {
      expect(Object.keys(TYPES), said).toContain(String(response.status));
      const error = { type: TYPES[response.status], message: expect.any(String) };
      const told = JSON.parse(said) as object;
      if (response.status === 413 && !("type" in told)) expect(told).toEqual(EDGE);
      else expect(told).toMatchObject({ type: "error", error, request_id: id });
    }
  },
  { runs: 200 },
);

/** A call: how long after the one before, and how many characters it sends. */
interface Step {
  wait: number;
  size: number;
}
const anyStep: fc.Arbitrary<Step> = fc.record({
  wait: fc.constantFrom(0, 1, 500, 5_000, 59_999, 60_000, 200_000),
  size: fc.constantFrom(8, 400, 1_600),
});

/** What was let through at which time: requests, and input tokens. */
interface Passed {
  at: number;
  requests: number;
  input: number;
}

/** Plays calls against limits on a clock of its own. */
async function letThrough(steps: readonly Step[], requests: number, input_tokens: number): Promise<Passed[]> {
  let now = 1_000;
  const api = createMockApi({ model: () => ({}), now: () => now, limits: { requests, input_tokens } });
  const passed: Passed[] = [];
  for (const { wait, size } of steps) {
    now += wait;
    const response = await send(api, request([user(text("m".repeat(size)))]));
    const { usage } = (await response.json()) as { usage?: { input_tokens: number } };
    expect([200, 429]).toContain(response.status);
    if (usage) passed.push({ at: now, requests: 1, input: usage.input_tokens });
  }
  return passed;
}

law(
  "within-limits",
  "in any span of time no more is let through than a full minute's allowance and what flows in meanwhile",
  [
    fc.array(anyStep, { minLength: 1, maxLength: 25 }),
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom(150, 450, 900),
  ],
  async (steps, requests, input) => {
    const passed = await letThrough(steps, requests, input);
    for (const [first, { at: from }] of passed.entries()) {
      const total = { requests: 0, input: 0 };
      for (const { at, ...cost } of passed.slice(first)) {
        total.requests += cost.requests;
        total.input += cost.input;
        const minutes = 1 + (at - from) / 60_000;
        expect(total.requests).toBeLessThanOrEqual(requests * minutes + 1e-9);
        expect(total.input).toBeLessThanOrEqual(input * minutes + 1e-9);
      }
    }
  },
  { runs: 60 },
);
