/** The mock in the network's place, for the process it runs in. */
import { setupServer } from "msw/node";
import type { MockApi } from "../engine.ts";
import { mswHandlers } from "./handlers.ts";

/**
 * Takes every request of this process until `close` is called. One that is not for the API is an error: it does not
 * reach the network (D-30).
 */
export function intercept(api: MockApi): { close: () => void } {
  const server = setupServer(...mswHandlers(api));
  server.listen({ onUnhandledRequest: "error" });
  return { close: () => server.close() };
}
