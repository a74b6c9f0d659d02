/** What a usage costs (MR-85, MR-98). Models whose price is not public have none here: Mythos, Mythos Preview, Fable 5. */
import type { Usage } from "../wire.ts";
import { shortNameOf } from "./traits.ts";

/** The parts of a bill and their sum, in US dollars. */
export interface Cost {
  /** Input that was neither read from the cache nor written to it. */
  input: number;
  /** Input written to the cache for five minutes. */
  write_5m: number;
  /** Input written to the cache for an hour. */
  write_1h: number;
  /** Input read from the cache. */
  read: number;
  output: number;
  total: number;
}

/** What a bill is made from: the counters of a usage that cost something, in tokens; the official client's fit, too. */
export interface BilledUsage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number | null;
  /** Looked at only where nothing says for how long: then it was for five minutes, which is the default (MR-81). */
  cache_creation_input_tokens?: number | null;
  cache_creation: Usage["cache_creation"] | null;
}

/** Dollars a million tokens. */
interface Rate {
  input: number;
  output: number;
}

interface Price extends Rate {
  /** What a token read from the cache costs, as a share of a fresh one. */
  read: number;
  /** The rate of a prompt of more than this many tokens, cached ones included. */
  long?: Rate & { above: number };
}

const MILLION = 1_000_000;
const WRITE_5M = 1.25;
const WRITE_1H = 2;

const OPUS: Price = { input: 5, output: 25, read: 0.1 };
const SONNET_4: Price = { input: 3, output: 15, read: 0.1 };

const PRICES: Readonly<Record<string, Price>> = {
  "claude-fable-5-2": { input: 8, output: 40, read: 0.025 },
  "claude-fable-5-1": { input: 10, output: 50, read: 0.025 },
  "claude-opus-5-5": { input: 4, output: 20, read: 0.05 },
  "claude-sonnet-5-5": { input: 2, output: 10, read: 0.05 },
  "claude-haiku-5-5": {
    input: 0.1,
    output: 0.5,
    read: 0.1,
    long: { above: 100_000, input: 0.5, output: 2.5 },
  },
  "claude-opus-5": OPUS,
  "claude-opus-4-8": OPUS,
  "claude-opus-4-7": OPUS,
  "claude-opus-4-6": OPUS,
  "claude-opus-4-5": OPUS,
  "claude-sonnet-5": { input: 2, output: 10, read: 0.1 },
  "claude-sonnet-4-6": SONNET_4,
  "claude-sonnet-4-5": SONNET_4,
  "claude-haiku-4-5": { input: 1, output: 5, read: 0.1 },
};

/**
 * The dollars that a usage of a model costs, by the prices of 2026-11-30. Server tools, which are billed by the
 * use, and the discount of batches are not in it.
 *
 * Law: cost-adds-up, cache-prices.
 *
 * @throws Error when there is no such model, or its price is not public.
 */
export function cost(usage: BilledUsage, model: string): Cost {
  const price = priceOf(model);
  const { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long } = writtenBy(usage);
  const read = usage.cache_read_input_tokens ?? 0;
  const prompt = usage.input_tokens + short + long + read;
  const rate = price.long && prompt > price.long.above ? price.long : price;
  const input = rate.input / MILLION;
  const parts = {
    input: usage.input_tokens * input,
    write_5m: short * input * WRITE_5M,
    write_1h: long * input * WRITE_1H,
    read: read * input * price.read,
    output: (usage.output_tokens * rate.output) / MILLION,
  };
  return { ...parts, total: parts.input + parts.write_5m + parts.write_1h + parts.read + parts.output };
}

function writtenBy({ cache_creation, cache_creation_input_tokens }: BilledUsage): Usage["cache_creation"] {
  return (
    cache_creation ?? {
      ephemeral_5m_input_tokens: cache_creation_input_tokens ?? 0,
      ephemeral_1h_input_tokens: 0,
    }
  );
}

function priceOf(model: string): Price {
  const name = shortNameOf(model);
  if (name === undefined) throw new Error(`There is no model "${model}", so there is no price for it.`);
  const price = PRICES[name];
  if (price === undefined) {
    throw new Error(`The price of "${name}" is not public: its usage cannot be turned into dollars.`);
  }
  return price;
}
