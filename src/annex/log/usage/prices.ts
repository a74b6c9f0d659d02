/**
 * What an API call costs, by the public prices of 2026-11-30 (MR-85, MR-98). A cost is a whole number of `UNITS_A_DOLLAR`,
 * so that a sum of many is exact and does not depend on their order.
 */
import type { ApiCall } from "./api-calls.ts";

/** How many units of cost make a dollar. No price of a token has a smaller part than one of them. */
export const UNITS_A_DOLLAR = 1e10;

/** Dollars for a million tokens. */
interface Rate {
  readonly input: number;
  readonly output: number;
}

interface Price extends Rate {
  /** What a token read from the cache costs, as a share of a fresh one. */
  readonly read: number;
  /** The rate of a prompt of more than so many tokens, cached ones included. */
  readonly long?: Rate & { readonly above: number };
  /** How many times the price an answer in fast mode costs; left out where that is not known. */
  readonly fast?: number;
}

const WRITE_5M = 1.25;
const WRITE_1H = 2;
/** What inference in the United States alone costs, as a multiple. */
const IN_THE_US = 1.1;
const ELSEWHERE: ReadonlySet<string> = new Set(["", "global", "not_available"]);
const UNITS_A_SEARCH = UNITS_A_DOLLAR / 100;
const UNITS_A_MILLIONTH = UNITS_A_DOLLAR / 1e6;

const OPUS_4: Price = { input: 5, output: 25, read: 0.1 };
const SONNET_4: Price = { input: 3, output: 15, read: 0.1 };

const PRICES: ReadonlyMap<string, Price> = new Map<string, Price>([
  ["claude-fable-5-2", { input: 8, output: 40, read: 0.025 }],
  ["claude-fable-5-1", { input: 10, output: 50, read: 0.025 }],
  ["claude-opus-5-5", { input: 4, output: 20, read: 0.05 }],
  ["claude-sonnet-5-5", { input: 2, output: 10, read: 0.05 }],
  [
    "claude-haiku-5-5",
    { input: 0.1, output: 0.5, read: 0.1, long: { above: 100_000, input: 0.5, output: 2.5 } },
  ],
  ["claude-opus-5", { ...OPUS_4, fast: 2 }],
  ["claude-opus-4-8", OPUS_4],
  ["claude-opus-4-7", OPUS_4],
  ["claude-opus-4-6", OPUS_4],
  ["claude-opus-4-5", OPUS_4],
  ["claude-sonnet-5", { input: 2, output: 10, read: 0.1 }],
  ["claude-sonnet-4-6", SONNET_4],
  ["claude-sonnet-4-5", SONNET_4],
  ["claude-haiku-4-5", { input: 1, output: 5, read: 0.1 }],
]);

/** A model's id may end in the day it was made on, and in a mark for its long window. */
const ID_ENDINGS = /(-\d{8})?(\[1m\])?$/;

/**
 * What a call cost, in units; undefined where that is not known: another model, fast mode without a known price, a place
 * that has none. Cache writes for five minutes and for an hour have prices of their own (fact 78, bug report 111), and
 * searches of the web are paid one by one. Law: cost-known
 */
export function costOf({ model, tokens, searches, isFast, geo }: ApiCall): number | undefined {
  const price = PRICES.get(model.replace(ID_ENDINGS, ""));
  if (price === undefined) return undefined;
  const speed = isFast ? price.fast : 1;
  const place = geo === "us" ? IN_THE_US : 1;
  if (speed === undefined || (geo !== "us" && !ELSEWHERE.has(geo))) return undefined;
  const rate = price.long && tokens.all_input_tokens > price.long.above ? price.long : price;
  const units = (dollars: number) => Math.round(dollars * UNITS_A_MILLIONTH * speed * place);
  return (
    tokens.input_tokens * units(rate.input) +
    tokens.ephemeral_5m_input_tokens * units(rate.input * WRITE_5M) +
    tokens.ephemeral_1h_input_tokens * units(rate.input * WRITE_1H) +
    tokens.cache_read_input_tokens * units(rate.input * price.read) +
    tokens.output_tokens * units(rate.output) +
    searches * UNITS_A_SEARCH
  );
}

/** Is it known what this model costs? */
export function hasPrice(model: string): boolean {
  return PRICES.has(model.replace(ID_ENDINGS, ""));
}

/** A cost for a person: cents, or the first digits of less than that; "not known" where there is none. */
export function dollars(cost: number | null): string {
  if (cost === null) return "not known";
  if (cost > 0 && cost < 0.0001) return "<$0.0001";
  const digits = cost === 0 || cost >= 1 ? 2 : 4;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return `$${cost.toLocaleString("en-US", format)}`;
}
