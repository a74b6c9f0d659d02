import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { createMockApi } from "#mock-api";
import { mockBackend } from "../../src/terminal/backend.ts";
import { place } from "../support/glass.ts";

/** A server that counts who comes, and answers with the mock. */
async function listener(): Promise<{
  url: string;
  seen: { authorization: string | undefined; path: string | undefined }[];
}> {
  const seen: { authorization: string | undefined; path: string | undefined }[] = [];
  const api = createMockApi({ model: () => ({ content: [{ type: "text", text: "From the network." }] }) });
  const server: Server = createServer(async (incoming, outgoing) => {
    seen.push({ authorization: incoming.headers.authorization, path: incoming.url });
    const body = Buffer.concat(await incoming.toArray());
    const headers = new Headers(Object.entries(incoming.headers) as [string, string][]);
    const answer = await api.handle(
      new Request(`http://mock${incoming.url}`, { method: "POST", headers, body }),
    );
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) Readable.fromWeb(answer.body as never).pipe(outgoing);
    else outgoing.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test("nothing leaves the process without --live, whatever keys and addresses the environment holds", async () => {
  const { url, seen } = await listener();
  const here = place();
  const script = here.file(
    "replies.json",
    JSON.stringify([{ content: [{ type: "text", text: "From the script." }] }]),
  );
  const environment = {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-canary",
    ANTHROPIC_AUTH_TOKEN: "token-canary",
    ANTHROPIC_LOG: "debug",
    ANTHROPIC_CUSTOM_HEADERS: "x-canary: canary",
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
  };
  const { code, out, err } = await here.glassProcess(["-p", "hi", "--script", script], environment);
  expect({ code, out }).toEqual({ code: 0, out: "From the script.\n" });
  expect(err).not.toContain("canary");
  expect(seen).toEqual([]);
});

test("a request that no handler takes is an error, not a network call", async () => {
  const { url, seen } = await listener();
  const backend = mockBackend(place().home, [], "");
  onTestFinished(() => backend.close());
  await expect(fetch(`${url}/v1/messages`, { method: "POST", body: "{}" })).rejects.toThrow();
  expect(seen).toEqual([]);
});

test("--live sends the same harness's requests to the address and with the key of the environment, and says so", async () => {
  const { url, seen } = await listener();
  const { code, out, err } = await place().glassProcess(["-p", "hi", "--live"], {
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-test",
  });
  expect({ code, out }).toEqual({ code: 0, out: "From the network.\n" });
  expect(seen).toEqual([{ authorization: "Bearer sk-test", path: "/v1/messages" }]);
  expect(err).toContain(url);
  expect(err).not.toContain("sk-test");
});
