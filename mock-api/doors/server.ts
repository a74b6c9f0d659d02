/** The mock as a real HTTP server, for clients that speak to a port. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { MockApi } from "../engine.ts";
import { requestOf } from "./incoming.ts";
import { type Broken, sendResponse } from "./outgoing.ts";
import { refuseUnreadable, type Unreadable } from "./unreadable.ts";

/** Where to listen, and whom to tell of what should not happen. */
export interface ServeOptions {
  /** Left out, or 0: a free port is taken. */
  port?: number;
  /** The address to listen on. Left out: `127.0.0.1`, which nobody but this machine can reach. */
  host?: string;
  /** Told when the mock itself fails, as when a model function throws. The client has got a 500, or a closed connection. */
  onError?: (error: unknown) => void;
  /** Told of what is no request that the mock can be asked: bad HTTP, headers without end. It was refused with an error. */
  onUnreadable?: (refused: Unreadable) => void;
}

/** A mock that listens. */
export interface MockServer {
  /** What a client takes for its base URL. */
  readonly url: string;
  readonly port: number;
  /** Takes no more requests; those under way have `graceMs` (left out: 1,000) to end, then their connections are closed. */
  close(graceMs?: number): Promise<void>;
}

/**
 * Listens until it is closed. The answers are those of `api.handle`, byte for byte.
 *
 * @throws Error with the system's code, such as `EADDRINUSE`, when it cannot listen there.
 *
 * Law: two-doors.
 */
export async function serveMock(
  api: Pick<MockApi, "handle">,
  options: ServeOptions = {},
): Promise<MockServer> {
  const { port = 0, host = "127.0.0.1", onError = () => {}, onUnreadable = () => {} } = options;
  const server = createServer((incoming, outgoing) => {
    // While it closes, a connection whose last exchange is over is not kept for another one.
    outgoing.once("close", () => server.listening || server.closeIdleConnections());
    exchange(api, incoming, outgoing).catch(onError);
  });
  refuseUnreadable(server, onUnreadable);
  await listening(server, port, host);
  const address = server.address() as AddressInfo;
  const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    close: (graceMs = 1_000) => closed(server, graceMs),
  };
}

/** One request to its response. Rejects with what the mock itself failed with, when the client has been served. */
async function exchange(
  api: Pick<MockApi, "handle">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) gone.abort(new DOMException("The client hung up.", "AbortError"));
  });
  const answer = await api
    .handle(requestOf(incoming, gone.signal))
    .catch((error: unknown): Broken => ({ error }));
  await sendResponse(answer, outgoing, gone.signal);
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(last);
      resolve();
    });
    // Open, but with nothing under way: a client that keeps its connection for later.
    server.closeIdleConnections();
  });
}
