/** Address, keys, headers, encodings, errors: what holds whatever a request is about (MR-1 to MR-18). */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  type ApiVersion,
  createMockApi,
  ERROR_CODES,
  FAULTS,
  KNOWN_BETAS,
  type MockApi,
  type MockCall,
  type Reply,
} from "../../mock-api/index.ts";
import { HELLO, request } from "./blocks.ts";
import { ask, COUNT_URL, HEADERS, MESSAGES_URL, send } from "./exchange.ts";

const HI: Reply = { content: [{ type: "text", text: "Hi." }] };
const BODY = request([HELLO]);
const answering = (): MockApi => createMockApi({ model: () => HI });

describe("MR-1: where the API is", () => {
  test.each([MESSAGES_URL, `${MESSAGES_URL}?beta=true`, COUNT_URL, `${COUNT_URL}?beta=true&x`])(
    "%s",
    async (url) => {
      const { max_tokens: _least, ...counted } = BODY as { max_tokens: number };
      const body = url.startsWith(COUNT_URL) ? counted : BODY;
      expect((await send(answering(), body, { url })).status).toBe(200);
    },
  );

  test("a client may look whether anyone is there (O-31)", async () => {
    const url = "https://api.anthropic.com/api/hello";
    expect((await answering().fetch(url, { method: "HEAD" })).status).toBe(200);
    expect((await answering().fetch(url)).status).toBe(404);
    expect((await answering().fetch(MESSAGES_URL)).status).toBe(404);
  });
});

test.each<ApiVersion>(["2023-01-01", "2023-06-01", "2026-10-21"])(
  "MR-2: the version %s is taken",
  async (version) => {
    expect((await send(answering(), BODY, { headers: { "anthropic-version": version } })).status).toBe(200);
  },
);

describe("MR-6, MR-7: who asks", () => {
  const as = (headers: Record<string, string>): Promise<Response> =>
    send(createMockApi({ model: () => HI, apiKeys: ["sk-secret"] }), BODY, { headers });

  test("a key is taken in either header, and is the same organization in both", async () => {
    const [key, bearer] = [
      await as({ "x-api-key": "sk-secret" }),
      await as({ "x-api-key": "", authorization: "Bearer sk-secret" }),
    ];
    expect([key.status, bearer.status]).toEqual([200, 200]);
    for (const name of ["anthropic-organization-id", "anthropic-workspace-id"]) {
      expect(key.headers.get(name)).toMatch(/^[\w-]+$/);
      expect(key.headers.get(name)).toBe(bearer.headers.get(name));
    }
  });

  test("another key is another organization", async () => {
    const organizations = ["a", "b"].map(async (key) =>
      (await send(answering(), BODY, { headers: { "x-api-key": key } })).headers.get(
        "anthropic-organization-id",
      ),
    );
    expect(new Set(await Promise.all(organizations)).size).toBe(2);
  });

  test("no key is ever told to anyone", async () => {
    const told: MockCall[] = [];
    const api = createMockApi({ model: () => HI, apiKeys: ["x"], onCall: (call) => told.push(call) });
    for (const headers of [
      { "x-api-key": "sk-secret" },
      { "x-api-key": "", authorization: "Bearer sk-secret" },
    ]) {
      const response = await send(api, BODY, { headers });
      const said = [...response.headers].flat().join() + (await response.text()) + JSON.stringify(told);
      expect(response.status).toBe(401);
      expect(said).not.toContain("secret");
    }
  });
});

test("MR-8: every beta that exists may be asked for, those without effect too; spaces do not matter", async () => {
  const headers = { "anthropic-beta": KNOWN_BETAS.join(" ,") };
  expect((await send(answering(), BODY, { headers })).status).toBe(200);
  expect(KNOWN_BETAS).toContain("pdfs-2024-09-25");
});

describe("MR-12: headers of a response", () => {
  test.each<[string, Reply]>([
    ["an answer", HI],
    ["an error", { status: 529 }],
  ])("%s", async (_what, reply) => {
    const { headers } = await send(createMockApi({ model: [reply] }), BODY);
    expect(headers.get("request-id")).toMatch(/^req_\w+$/);
    expect(headers.get("anthropic-organization-id")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(headers.get("anthropic-workspace-id")).toMatch(/^wrkspc_\w+$/);
  });

  test.each<[Reply, string | null]>([
    [HI, null],
    [{ status: 400 }, "false"],
    [{ status: 404 }, "false"],
    [{ status: 408 }, "true"],
    [{ status: 409 }, "true"],
    [{ status: 429 }, "true"],
    [{ status: 500 }, "true"],
    [{ status: 529 }, "true"],
    [FAULTS.own_spend_limit, "false"],
    [FAULTS.enforced_spend_limit, "false"],
    [{ status: 529, headers: { "x-should-retry": "false" } }, "false"],
  ])("MR-107: %j says %s to trying again", async (reply, said) => {
    const { headers } = await send(createMockApi({ model: [reply] }), BODY);
    expect(headers.get("x-should-retry")).toBe(said);
  });
});

describe("MR-14: a body that is too large", () => {
  test("is not read on once it is, and is answered by the edge", async () => {
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(0x20));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const told: MockCall[] = [];
    const api = createMockApi({ model: [], onCall: (call) => told.push(call) });
    const init = { method: "POST", headers: HEADERS, body, duplex: "half" } as RequestInit;
    const response = await api.fetch(MESSAGES_URL, init);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      error: { type: "request_too_large", message: "Request exceeds the maximum size" },
    });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThanOrEqual(35);
    expect(told).toEqual([
      {
        request: undefined,
        status: 413,
        refusal: { type: "request_too_large", message: "Request exceeds the maximum size", rule: "MR-14" },
      },
    ]);
  });

  test("is the API's to refuse where it only becomes so by being decoded", async () => {
    const body = gzipSync(new Uint8Array(33 * 1024 * 1024).fill(0x20));
    const headers = { ...HEADERS, "content-encoding": "gzip" };
    const response = await answering().fetch(MESSAGES_URL, { method: "POST", headers, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      type: "error",
      error: { type: "request_too_large", details: { error_code: "request_body_too_large_after_decoding" } },
      request_id: response.headers.get("request-id"),
    });
  });
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["BR", brotliCompressSync],
  ["identity", (bytes: Buffer) => bytes],
] as const)("MR-18: a body may come encoded as %s", async (encoding, encode) => {
  const headers = { ...HEADERS, "content-encoding": encoding };
  const body = new Uint8Array(encode(Buffer.from(JSON.stringify(BODY))));
  const response = await answering().fetch(MESSAGES_URL, { method: "POST", headers, body });
  expect(await response.json()).toMatchObject({ type: "message" });
});

describe("MR-15, MR-18: what an error tells", () => {
  test.each(Object.entries(ERROR_CODES))(
    "%s comes with %i, in the details of the envelope",
    async (error_code, status) => {
      const error = { message: "m", details: { error_code, paths: ["messages.0"] } };
      const api = createMockApi({ model: [{ status, error }] });
      const response = await send(api, BODY);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({
        type: "error",
        error: { ...error, type: expect.stringMatching(/_/) },
        request_id: response.headers.get("request-id"),
      });
    },
  );

  test("there are no details where there is no code", async () => {
    const { error } = await ask(createMockApi({ model: [{ status: 529 }] }), BODY);
    expect(error).toEqual({ type: "overloaded_error", message: "Overloaded" });
  });
});

describe("MR-16: the type of an error follows from its status", () => {
  test.each([
    [400, "invalid_request_error"],
    [401, "authentication_error"],
    [402, "billing_error"],
    [403, "permission_error"],
    [404, "not_found_error"],
    [409, "conflict_error"],
    [413, "request_too_large"],
    [422, "invalid_request_error"],
    [429, "rate_limit_error"],
    [500, "api_error"],
    [503, "api_error"],
    [504, "timeout_error"],
    [529, "overloaded_error"],
  ])("%i is %s", async (status, type) => {
    const response = await send(createMockApi({ model: [{ status }] }), BODY);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ type: "error", error: { type } });
  });
});

test.each([
  [FAULTS.rate_limited, 429, "Rate limited"],
  [
    FAULTS.account_rate_limited,
    429,
    "This request would exceed your account's rate limit. Please try again later.",
  ],
  [FAULTS.overloaded, 529, "Overloaded"],
  [FAULTS.server_error, 500, "Internal server error"],
  [FAULTS.expired_session, 401, "Invalid authentication credentials"],
  [FAULTS.own_spend_limit, 400, /^You have reached your specified API usage limits/],
  [FAULTS.enforced_spend_limit, 429, /./],
] as const)("MR-17: %j", async (reply, status, message) => {
  const response = await send(createMockApi({ model: [reply] }), BODY);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(message) } });
});
