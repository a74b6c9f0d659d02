/** Sends request bodies one after the other to a mock with a clock of its own, and gives what came of each. */
import { createMockApi, memoryCache } from "#mock-api";
import type { MessagesRequest, ModelResponse } from "#src/index.ts";
import { type Exchange, sentExchange } from "../../src/annex/cache/exchange.ts";
import { send } from "../mock-api/exchange.ts";

const MINUTE = 60_000;

/** When and by whom a request is sent: minutes after the one before it; by somebody whom the mock does not know yet. */
export interface Sending {
  readonly pause?: number | undefined;
  readonly stranger?: boolean | undefined;
}

/** Sends them; each a minute after the one before, where nothing else is said. Throws when one is refused. */
export async function replay(
  bodies: readonly MessagesRequest[],
  how: (index: number) => Sending = () => ({}),
): Promise<Exchange[]> {
  let now = Date.UTC(2026, 6, 28, 6);
  let key = 0;
  const api = createMockApi({
    model: () => ({ content: [{ type: "text", text: "ok" }] }),
    cache: memoryCache(),
    now: () => now,
  });
  const exchanges: Exchange[] = [];
  for (const [index, body] of bodies.entries()) {
    const { pause = 1, stranger = false } = how(index);
    now += pause * MINUTE;
    if (stranger) key += 1;
    const http = await send(api, { ...body, stream: false }, { headers: { "x-api-key": `key${key}` } });
    const answer = (await http.json()) as ModelResponse;
    if (http.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer)}`);
    const exchange = sentExchange(body, { ...answer, requestId: null }, now);
    if (exchange) exchanges.push(exchange);
  }
  return exchanges;
}
