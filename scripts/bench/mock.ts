/** What the mock costs: its two doors beside the least that answers at all, at a small and a large request. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { createMockApi, intercept, type MockServer, serveMock } from "#mock-api";
import { type Contender, ratesOf, tableOf } from "./rate.ts";

const API = "https://api.anthropic.com";
const ANSWER = { content: [{ type: "text", text: "Done." }] } as const;
const BASELINE = "msw, a constant reply";

/** The tables, one after another. */
export async function* mockBenchmark(): AsyncGenerator<string> {
  for (const kilobytes of [2, 1_024]) {
    const body = requestOf(kilobytes * 1_024);
    const title = `The mock, requests of ${kilobytes === 2 ? "2 KB" : "1 MB"}, one at a time`;
    yield tableOf(title, BASELINE, await ratesOf(doorsFor(body)));
  }
  yield* growth();
}

/** A plain conversation of a size in bytes: markers where a harness sets them, messages of about 1 KB. */
function requestOf(bytes: number): string {
  const marker = { cache_control: { type: "ephemeral" } };
  const system = [{ type: "text", text: "You are a benchmark. ".repeat(10), ...marker }];
  const said = Math.max(1, Math.floor(bytes / 1_024 / 2)) * 2 - 1;
  const messages = Array.from({ length: said }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: [{ type: "text", text: `m${index} `.padEnd(960, "lorem "), ...(index === said - 1 && marker) }],
  }));
  return JSON.stringify({ model: "claude-opus-5", max_tokens: 1_000, system, messages });
}

async function post(url: string, body: string): Promise<void> {
  const headers = {
    "content-type": "application/json",
    "anthropic-version": "2026-10-21",
    "x-api-key": "bench",
  };
  const response = await fetch(`${url}/v1/messages`, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error(await response.text());
  await response.text();
}

function doorsFor(body: string): Contender[] {
  const constant = setupServer(
    http.post(`${API}/v1/messages`, async ({ request }) => {
      await request.text();
      return HttpResponse.json(ANSWER);
    }),
  );
  const api = createMockApi({ model: () => ({ content: [...ANSWER.content] }) });
  let taken: { close: () => void } | undefined;
  let served: MockServer | undefined;
  let bare: { server: Server; url: string } | undefined;
  return [
    {
      name: BASELINE,
      open: async () => constant.listen(),
      run: () => post(API, body),
      close: async () => constant.close(),
    },
    {
      name: "our msw handlers",
      open: async () => {
        taken = intercept(api);
      },
      run: () => post(API, body),
      close: async () => taken?.close(),
    },
    {
      name: "our HTTP server",
      open: async () => {
        served = await serveMock(api);
      },
      run: () => post(served?.url ?? "", body),
      close: async () => served?.close(),
    },
    {
      name: "node:http, a constant reply",
      open: async () => {
        bare = await constantServer();
      },
      run: () => post(bare?.url ?? "", body),
      close: () => closed(bare?.server),
    },
  ];
}

async function constantServer(): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    for await (const _chunk of request);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ANSWER));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function closed(server: Server | undefined): Promise<void> {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
}

/** Does the time grow with the payload, or faster? Without a door, so that nothing but the mock is measured. */
async function* growth(): AsyncGenerator<string> {
  const api = createMockApi({ model: () => ({ content: [...ANSWER.content] }) });
  const sizes = [256, 512, 1_024, 2_048];
  const rates = await ratesOf(
    sizes.map((kilobytes) => {
      const body = requestOf(kilobytes * 1_024);
      const headers = { "anthropic-version": "2026-10-21", "x-api-key": "bench" };
      const run = async (): Promise<void> => {
        const response = await api.fetch(`${API}/v1/messages`, { method: "POST", headers, body });
        if (response.status !== 200) throw new Error(await response.text());
        await response.text();
      };
      return { name: `${kilobytes} KB`, run };
    }),
  );
  const base = rates[0]?.perSecond ?? Number.NaN;
  const rows = rates.map(({ name, perSecond }, index) => {
    const linear = (sizes[index] ?? 0) / (sizes[0] ?? 1);
    return `  ${name.padStart(8)}  ${perSecond.toFixed(0).padStart(7)} /s  ${(base / perSecond).toFixed(1)} x the time of 256 KB, linear is ${linear}`;
  });
  yield ["The mock alone, as the payload grows", ...rows].join("\n");
}
