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
  // msw keeps a copy of each response for its listeners. A client that throws a body away, as the SDK does before it
  // tries again, waits until every copy is thrown away.
  server.events.on("response:mocked", ({ response }) => void response.body?.cancel());
  server.listen({ onUnhandledRequest: "error" });
  return { close: () => server.close() };
}
