/**
 * The way out to LAYER 1, as the harness's ports want it. What speaks to the API is loaded when it is first asked: much of
 * what a harness is used for, such as looking into a log, asks nobody, and the SDK is the largest thing that there is to load.
 */
import type { Model } from "../ports.ts";
import type { MessagesRequest } from "../wire.ts";

/** How to reach the API. No key, token or address is taken from the environment here (D-30). */
export interface Connection {
  readonly apiKey: string;
  readonly baseURL?: string | undefined;
  /** Replaces the network, in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly maxRetries?: number | undefined;
}

/** The API behind a connection, as the harness's `Model` port; every request is streamed. */
export function modelOver(connection: Connection): Model {
  const model = once(async () => (await import("./sdk-client.ts")).sdkModel(connection));
  return { send: async (request, how) => (await model()).send(request, how) };
}

/** Counts the input tokens of requests over a connection (MR-99): the same client, and nothing is answered or billed. */
export function counterOver(connection: Connection): (request: MessagesRequest) => Promise<number> {
  const count = once(async () => (await import("./sdk-client.ts")).sdkCounter(connection));
  return async (request) => (await count())(request);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
