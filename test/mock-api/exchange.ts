/** Asking a mock directly, without a client. */
import type { MockApi } from "../../mock-api/index.ts";

/** Where the API lives. */
export const MESSAGES_URL = "https://api.anthropic.com/v1/messages";
export const COUNT_URL = `${MESSAGES_URL}/count_tokens`;

/** What every request has to say of itself; any key is taken. */
export const HEADERS: Readonly<Record<string, string>> = {
  "anthropic-version": "2026-10-21",
  "content-type": "application/json",
  "x-api-key": "test",
};

/** Sends a body, a string as it is and anything else as JSON. A header set to "" is left out. */
export function send(
  api: MockApi,
  body: unknown,
  { url = MESSAGES_URL, headers = {}, ...init }: Omit<RequestInit, "headers"> & Sending = {},
): Promise<Response> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const all = Object.entries({ ...HEADERS, ...headers }).filter(([, value]) => value !== "");
  return api.fetch(url, { method: "POST", body: text, headers: Object.fromEntries(all), ...init });
}

interface Sending {
  url?: string;
  headers?: Readonly<Record<string, string>>;
}

/** The parsed body of the answer, whatever its status. */
export async function ask(
  api: MockApi,
  body: unknown,
  sending: Sending = {},
): Promise<Record<string, unknown>> {
  return (await (await send(api, body, sending)).json()) as Record<string, unknown>;
}

/** All events of a streamed answer, pings included. */
export async function events(
  api: MockApi,
  body: Record<string, unknown>,
  sending: Sending = {},
): Promise<Record<string, unknown>[]> {
  const text = await (await send(api, { ...body, stream: true }, sending)).text();
  return text
    .split("\n\n")
    .filter((event) => event !== "")
    .map(
      (event) =>
        JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length)) as Record<string, unknown>,
    );
}
