/** Asking a mock directly, without a client. */
import type { MockApi } from "../../mock-api/index.ts";

/** Where the API lives. */
export const MESSAGES_URL = "https://api.anthropic.com/v1/messages";

/** Sends a body, a string as it is and anything else as JSON. */
export function send(api: MockApi, body: unknown, init: RequestInit = {}): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return api.fetch(MESSAGES_URL, { method: "POST", body: text, ...init });
}

/** The parsed body of the answer, whatever its status. */
export async function ask(api: MockApi, body: unknown): Promise<Record<string, unknown>> {
  return (await (await send(api, body)).json()) as Record<string, unknown>;
}

/** All events of a streamed answer, pings included. */
export async function events(
  api: MockApi,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>[]> {
  const text = await (await send(api, { ...body, stream: true })).text();
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map(
      (event) =>
        JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length)) as Record<string, unknown>,
    );
}
