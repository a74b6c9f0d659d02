/** Rate limits: the headers that tell of them, and the 429 that enforces them (MR-13, MR-17). */
import { describe, expect, test } from "vitest";
import { limiterOf } from "../../mock-api/http/limits.ts";
import { createMockApi, type MockOptions, type RateLimits } from "../../mock-api/index.ts";
import { HELLO, request, SHORT, text, user } from "./blocks.ts";
import { ask, COUNT_URL, send } from "./exchange.ts";

const BODY = request([HELLO]);
const COUNTED = { model: "claude-opus-5", messages: [HELLO] };

/** A mock on a clock that is set by hand. */
function limited(limits?: RateLimits, model: MockOptions["model"] = () => ({})) {
  const clock = { now: Date.UTC(2026, 10, 30, 12) };
  const api = createMockApi({ model, now: () => clock.now, ...(limits && { limits }) });
  return { api, clock };
}

/** What the headers say of one kind of limit. */
function told(response: Response, kind: string): (string | null)[] {
  const get = (what: string) => response.headers.get(`anthropic-ratelimit-${kind}-${what}`);
  return [get("limit"), get("remaining"), get("reset")];
}

describe("MR-13: the headers", () => {
  test("tell each limit, what is left of it, and when all of it is there again", async () => {
    const { api, clock } = limited({ requests: 60, input_tokens: 30_000, output_tokens: 8_000 });
    const first = await send(api, BODY);
    // One of 60 requests flows back within a second.
    expect(told(first, "requests")).toEqual(["60", "59", "2026-11-30T12:00:01Z"]);
    expect(told(first, "input-tokens").slice(0, 2)).toEqual(["30000", "30000"]);
    expect(told(first, "output-tokens")).toEqual(["8000", "8000", "2026-11-30T12:00:00Z"]);
    expect(told(first, "tokens")).toEqual(told(first, "output-tokens"));
    clock.now += 500;
    expect(told(await send(api, BODY), "requests")).toEqual(["60", "58", "2026-11-30T12:00:02Z"]);
    clock.now += 60_000;
    expect(told(await send(api, BODY), "requests")[1]).toBe("59");
  });

  test("tell tokens to the nearest thousand, and `tokens` the limit with the least left", async () => {
    const { api } = limited({ input_tokens: 30_000, output_tokens: 20_000 });
    const response = await send(api, request([user(text("m".repeat(44_000)))]));
    const [, remaining] = told(response, "input-tokens");
    expect(Number(remaining)).toBeLessThan(20_000);
    expect(Number(remaining) % 1_000).toBe(0);
    expect(told(response, "tokens")).toEqual(told(response, "input-tokens"));
  });

  test("are there on every response of /v1/messages, streamed and refused too, but not on a count", async () => {
    const { api } = limited(undefined, [{}, { status: 529 }]);
    const all = [
      await send(api, { ...BODY, stream: true }),
      await send(api, BODY),
      await send(api, "{"),
      await send(api, request([])),
    ];
    expect(all.map(({ status }) => status)).toEqual([200, 529, 400, 400]);
    for (const response of all) {
      for (const kind of ["requests", "tokens", "input-tokens", "output-tokens"]) {
        expect(told(response, kind)).toEqual([
          expect.stringMatching(/^\d+$/),
          expect.stringMatching(/^\d+$/),
          expect.stringMatching(/^2026-11-30T12:\d\d:\d\dZ$/),
        ]);
      }
    }
    expect(told(await send(api, COUNTED, { url: COUNT_URL }), "requests")).toEqual([null, null, null]);
  });

  test("nothing is enforced that was not given, and what is left does not fall below nothing", () => {
    const limiter = limiterOf({}, () => 0);
    for (let count = 0; count < 4_000; count += 1) limiter.take("o", 10_000);
    const { headers, refused } = limiter.take("o", 10_000);
    expect(refused).toBeUndefined();
    expect(headers["anthropic-ratelimit-requests-limit"]).toBe("4000");
    expect(headers["anthropic-ratelimit-requests-remaining"]).toBe("0");
    expect(headers["anthropic-ratelimit-input-tokens-remaining"]).toBe("0");
  });
});

describe("MR-17: too much", () => {
  test("is a 429 with the limit's name and the seconds to wait, and after these it passes", async () => {
    const { api, clock } = limited({ requests: 2 });
    await send(api, BODY);
    clock.now += 100;
    await send(api, BODY);
    const refused = await send(api, BODY);
    const organization = refused.headers.get("anthropic-organization-id");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("30");
    expect(refused.headers.get("x-should-retry")).toBe("true");
    expect(await refused.json()).toMatchObject({
      error: {
        type: "rate_limit_error",
        message: expect.stringContaining(
          `This request would exceed the rate limit for your organization (${organization}) of 2 requests per minute`,
        ),
      },
    });
    clock.now += 29_000;
    expect((await send(api, BODY)).status).toBe(429);
    clock.now += 1_000;
    expect((await send(api, BODY)).status).toBe(200);
  });

  test("is asked of each organization by itself", async () => {
    const { api } = limited({ requests: 1 });
    const keys = ["a", "a", "b"];
    const statuses = [];
    for (const key of keys) statuses.push((await send(api, BODY, { headers: { "x-api-key": key } })).status);
    expect(statuses).toEqual([200, 429, 200]);
  });

  test("takes no reply of a script", async () => {
    const { api, clock } = limited({ requests: 1 }, [{}, { content: [{ type: "text", text: "second" }] }]);
    await send(api, BODY);
    await send(api, BODY);
    clock.now += 60_000;
    expect(await ask(api, BODY)).toMatchObject({ content: [{ text: "second" }] });
  });

  test("a request that is larger than the limit never passes", async () => {
    const { api, clock } = limited({ input_tokens: 100 });
    const large = request([user(text("m".repeat(4_000)))]);
    const response = await send(api, large);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("of 100 input tokens per minute") },
    });
    clock.now += 600_000;
    expect((await send(api, large)).status).toBe(429);
    expect((await send(api, BODY)).status).toBe(200);
  });

  test("what an answer puts out is counted afterwards: it may begin while anything is left", async () => {
    const { api, clock } = limited({ output_tokens: 100 }, () => ({ usage: { output_tokens: 150 } }));
    expect((await send(api, BODY)).status).toBe(200);
    const refused = await send(api, BODY);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("31");
    clock.now += 31_000;
    expect((await send(api, BODY)).status).toBe(200);
  });

  test("MR-87c: what is read from the cache does not count as input", async () => {
    const { api, clock } = limited({ input_tokens: 2_000 });
    const cached = request([user(text("m".repeat(7_000), SHORT))], { model: "claude-opus-5" });
    const usage = async () => (await ask(api, cached))["usage"];
    expect(await usage()).toMatchObject({ cache_read_input_tokens: 0 });
    clock.now += 1;
    expect(await usage()).toMatchObject({ input_tokens: 0, cache_creation_input_tokens: 0 });
    expect((await send(api, request([user(text("n".repeat(7_000)))]))).status).toBe(429);
  });

  test("MR-99: counting tokens has a limit of its own", async () => {
    const { api } = limited({ requests: 1, count_requests: 1 });
    const count = async () => (await send(api, COUNTED, { url: COUNT_URL })).status;
    expect([await count(), await count()]).toEqual([200, 429]);
    expect((await send(api, BODY)).status).toBe(200);
  });
});

test("limits leave the answers alone", async () => {
  const [free, bound] = [limited(), limited({ requests: 5, input_tokens: 50_000, output_tokens: 5_000 })];
  expect(await ask(bound.api, BODY)).toEqual(await ask(free.api, BODY));
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("a limit of %d is none", (requests) => {
  expect(() => createMockApi({ model: [], limits: { requests } })).toThrow(/"requests" has to be a number/);
});
