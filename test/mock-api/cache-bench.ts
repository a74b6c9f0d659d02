/** A mock with a clock that stands still, for examples of the cache. */
import {
  type AnswerMessage,
  type CacheCause,
  countTokens,
  createMockApi,
  type MessagesRequest,
  type MockCall,
  type RequestBlock,
  type Ttl,
  type Usage,
} from "../../mock-api/index.ts";
import { send } from "./exchange.ts";

export const MINUTE = 60_000;
/** More than the least that any of the newer models caches. */
export const LONG = "x".repeat(2_400);

export const text = (words: string): RequestBlock => ({ type: "text", text: words });

export const marked = <Carrier extends object>(carrier: Carrier, ttl: Ttl = "5m"): Carrier => ({
  ...carrier,
  cache_control: { type: "ephemeral", ttl },
});

export const tool = (
  name: string,
  description = name,
): { name: string; description: string; input_schema: object } => ({
  name,
  description,
  input_schema: { type: "object" },
});

/** A request of one user message. */
export const request = (content: RequestBlock[], more: Partial<MessagesRequest> = {}): MessagesRequest => ({
  model: "claude-opus-5",
  max_tokens: 2_000,
  messages: [{ role: "user", content }],
  ...more,
});

/** The tokens of a block in a user message. */
export const lengthOf = (block: RequestBlock): number => countTokens({ role: "user", content: [block] });

/** The usage of one request after another. */
export class Bench {
  time = 0;
  readonly calls: MockCall[] = [];
  readonly #headers: Record<string, string>;
  readonly api: ReturnType<typeof createMockApi>;

  constructor(rules: Readonly<Record<string, boolean>> = {}, headers: Record<string, string> = {}) {
    this.#headers = headers;
    this.api = createMockApi({
      model: () => ({ content: [{ type: "text", text: "ok" }] }),
      now: () => this.time,
      onCall: (call) => this.calls.push(call),
      rules,
    });
  }

  /** The answer to a plain request. */
  async answer(body: MessagesRequest, headers: Record<string, string> = {}): Promise<AnswerMessage> {
    const response = await send(this.api, body, { headers: { ...this.#headers, ...headers } });
    if (response.status !== 200) throw new Error(this.calls.at(-1)?.refusal?.message);
    return (await response.json()) as AnswerMessage;
  }

  async usage(body: MessagesRequest, headers: Record<string, string> = {}): Promise<Usage> {
    await this.#taken(body, headers);
    return this.calls.at(-1)?.usage as Usage;
  }

  async cause(body: MessagesRequest, headers: Record<string, string> = {}): Promise<CacheCause> {
    await this.#taken(body, headers);
    return this.calls.at(-1)?.cause as CacheCause;
  }

  async reads(body: MessagesRequest, headers: Record<string, string> = {}): Promise<boolean> {
    return (await this.usage(body, headers)).cache_read_input_tokens > 0;
  }

  async #taken(body: MessagesRequest, headers: Record<string, string>): Promise<void> {
    const response = await send(this.api, body, { headers: { ...this.#headers, ...headers } });
    if (response.status !== 200) throw new Error(this.calls.at(-1)?.refusal?.message);
  }
}
