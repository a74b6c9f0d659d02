/** The mock behind a port: what only a real connection can show. */
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  createMockApi,
  type MockApi,
  type MockServer,
  type ServeOptions,
  serveMock,
} from "../../mock-api/index.ts";
import { HEADERS } from "./exchange.ts";

const HI = { content: [{ type: "text" as const, text: "Hi." }] };
const QUESTION = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hello" }] };

const EVENTS = { headers: { "content-type": "text/event-stream" } };

/** A server that is closed when the test is over. */
async function serving(api: Pick<MockApi, "handle">, options: ServeOptions = {}): Promise<MockServer> {
  const server = await serveMock(api, options);
  onTestFinished(() => server.close(0));
  return server;
}

function post(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${url}/v1/messages`, { method: "POST", headers: HEADERS, body: text, ...init });
}

test.each([
  ["that is no HTTP", "what is this\r\n\r\n", 400],
  ["with headers without end", `GET / HTTP/1.1\r\nx: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["that expects what there is not", "POST / HTTP/1.1\r\nHost: m\r\nExpect: tea\r\n\r\n", 417],
])("a request %s is refused with an envelope, and told of", async (_, bytes, status) => {
  const told: number[] = [];
  const { port } = await serving(createMockApi({ model: [] }), {
    onUnreadable: (refused) => told.push(refused.status),
  });
  const said = await raw(port, bytes);
  expect(said).toContain(`HTTP/1.1 ${status} `);
  expect(said).toContain('{"type":"error","error":{"type":"invalid_request_error"');
  expect(told).toEqual([status]);
});

test("a request that names the whole address is served as one that names its path", async () => {
  const { port } = await serving(createMockApi({ model: [] }));
  const head = "HEAD http://api.anthropic.com/api/hello HTTP/1.1\r\nHost: m\r\nConnection: close\r\n\r\n";
  expect(await raw(port, head)).toMatch(/^HTTP\/1\.1 200 /);
});

/** An api whose answers are made by hand. */
const handling = (handle: MockApi["handle"]): Pick<MockApi, "handle"> => ({ handle });

test("it listens on this machine alone, at a free port, and says where", async () => {
  const { url, port } = await serving(createMockApi({ model: () => HI }));
  expect(url).toBe(`http://127.0.0.1:${port}`);
  expect(await (await post(url, QUESTION)).json()).toMatchObject({ content: [{ text: "Hi." }] });
});

test("a taken port is an error with the system's code", async () => {
  const { port } = await serving(createMockApi({ model: [] }));
  await expect(serveMock(createMockApi({ model: [] }), { port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

test("an address that no request can have, and a method that none can have, are not found", async () => {
  const { port } = await serving(createMockApi({ model: [] }));
  for (const line of ["POST //[ HTTP/1.1", "TRACE /v1/messages HTTP/1.1", "GET * HTTP/1.1"]) {
    const said = await raw(port, `${line}\r\nHost: mock\r\nConnection: close\r\n\r\n`);
    expect(said).toMatch(/^HTTP\/1\.1 404 /);
    expect(said).toContain("not_found_error");
  }
});

test("an event arrives as soon as it is there, not when the stream is over", async () => {
  const seen = latch<void>();
  const { url } = await serving(
    handling(async () => {
      return new Response(
        new ReadableStream({
          start: async (stream) => {
            stream.enqueue(Buffer.from("first"));
            await seen.opened;
            stream.enqueue(Buffer.from("second"));
            stream.close();
          },
        }),
        EVENTS,
      );
    }),
  );
  const reader = (await post(url, QUESTION)).body?.getReader();
  const next = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toBe("first");
  seen.open();
  expect(await next()).toBe("second");
});

test("a client that reads slowly holds the stream up: no more is made than the connection holds", async () => {
  const SIZE = 64 * 1024;
  const PIECES = 1_000;
  let made = 0;
  const pieces = () =>
    new ReadableStream<Uint8Array>({
      pull: (stream) => {
        made += 1;
        stream.enqueue(new Uint8Array(SIZE));
        if (made === PIECES) stream.close();
      },
    });
  const { url } = await serving(handling(async () => new Response(pieces())));
  let received = 0;
  let ahead = 0;
  for await (const piece of (await post(url, QUESTION)).body ?? []) {
    received += piece.length;
    ahead = Math.max(ahead, made - received / SIZE);
  }
  expect(received).toBe(SIZE * PIECES);
  expect(ahead).toBeLessThan(PIECES / 2);
});

test("a client that hangs up before the answer aborts the request", async () => {
  const came = latch<AbortSignal>();
  const { url } = await serving(
    handling(async ({ signal }) => {
      came.open(signal);
      return untilAborted(signal);
    }),
  );
  const client = new AbortController();
  const asked = post(url, QUESTION, { signal: client.signal });
  const signal = await came.opened;
  client.abort();
  await expect(asked).rejects.toThrow();
  await expect(untilAborted(signal)).rejects.toMatchObject({ name: "AbortError" });
});

test("a client that hangs up in the middle of the answer aborts the request", async () => {
  const came = latch<AbortSignal>();
  const { url } = await serving(
    handling(async ({ signal }) => {
      came.open(signal);
      return new Response(
        new ReadableStream({ start: (stream) => stream.enqueue(Buffer.from("begun")) }),
        EVENTS,
      );
    }),
  );
  const reader = (await post(url, QUESTION)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect(untilAborted(await came.opened)).rejects.toMatchObject({ name: "AbortError" });
});

test("a body that breaks off leaves the client without an end", async () => {
  const { url } = await serving(
    handling(async () => {
      let asked = 0;
      const broken = new ReadableStream<Uint8Array>({
        pull: (stream) => {
          asked += 1;
          if (asked === 1) stream.enqueue(Buffer.from("half an an"));
          else stream.error(new Error("cut"));
        },
      });
      return new Response(broken, EVENTS);
    }),
  );
  const answer = await post(url, QUESTION);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});

test("a connection that is reset on purpose is reset: before the answer, and in the middle of it", async () => {
  const { url } = await serving(
    createMockApi({
      model: () => HI,
      faults: [{ fault: "reset" }, { fault: "reset", after_events: 2 }],
    }),
  );
  await expect(post(url, QUESTION)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  const begun = await post(url, { ...QUESTION, stream: true });
  expect(begun.status).toBe(200);
  await expect(begun.text()).rejects.toThrow();
});

test("a model that throws is a 500 with an envelope, and whoever runs the server is told", async () => {
  const errors: unknown[] = [];
  const fault = new Error("a slip in the model");
  const api = createMockApi({
    model: () => {
      throw fault;
    },
  });
  const { url } = await serving(api, { onError: (error) => errors.push(error) });
  const answer = await post(url, QUESTION);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ type: "error", error: { type: "api_error" } });
  expect(errors).toEqual([fault]);
});

test("what the mock does not want to read of a body is thrown away, and the answer arrives", async () => {
  let read = 0;
  const { url } = await serving(
    handling(async ({ body }) => {
      const reader = body?.getReader();
      read = (await reader?.read())?.value?.length ?? 0;
      await reader?.cancel();
      return new Response("too large", { status: 413 });
    }),
  );
  const body = "x".repeat(20_000_000);
  const answer = await post(url, body);
  expect([answer.status, await answer.text()]).toEqual([413, "too large"]);
  expect(read).toBeLessThan(1_000_000);
});

test("closing lets an exchange end, takes no new one, and does not wait for a client that only keeps its connection", async () => {
  const came = latch<void>();
  const held = latch<void>();
  const server = await serveMock(
    handling(async () => {
      came.open();
      await held.opened;
      return new Response("done");
    }),
  );
  const asked = post(server.url, QUESTION);
  await came.opened;
  const start = performance.now();
  const closing = server.close(60_000);
  await expect(post(server.url, QUESTION)).rejects.toThrow();
  held.open();
  expect(await (await asked).text()).toBe("done");
  await closing;
  // A kept connection would be closed by the server only after some seconds.
  expect(performance.now() - start).toBeLessThan(2_000);
});

test("closing ends an exchange that hangs, once its time is up", async () => {
  const came = latch<void>();
  const server = await serveMock(
    handling(() => {
      came.open();
      return new Promise(() => {});
    }),
  );
  const gone = expect(post(server.url, QUESTION)).rejects.toThrow();
  await came.opened;
  await server.close(1);
  await gone;
});

/** All that a server says to some bytes. */
function raw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (piece) => {
      said += piece;
    });
    socket.on("close", () => resolve(said)).on("error", reject);
  });
}

/** A promise and what fulfils it. */
function latch<Value>(): { opened: Promise<Value>; open: (value: Value) => void } {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Rejects with the reason of an abort, and never does anything else. */
function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}
