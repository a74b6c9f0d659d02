/** What an API call used, in the API's own counts, completed to sums that add up (MR-63, MR-83). */
import { isRecord } from "../../../wire.ts";

/** Tokens, named as the API names them. The two `ephemeral` counts are the parts of `cache_creation_input_tokens`. */
export interface Tokens {
  /** Input neither read from the cache nor written to it. */
  readonly input_tokens: number;
  readonly cache_creation_input_tokens: number;
  /** Written for five minutes, at 1.25 times the price of input. */
  readonly ephemeral_5m_input_tokens: number;
  /** Written for an hour, at twice the price of input. */
  readonly ephemeral_1h_input_tokens: number;
  readonly cache_read_input_tokens: number;
  /** All that the model took in: input, cache writes and cache reads. */
  readonly all_input_tokens: number;
  readonly output_tokens: number;
}

/** No tokens at all. */
export const NO_TOKENS: Tokens = settled({
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  ephemeral_1h_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
});

/** The tokens of two calls together. */
export function sum(a: Tokens, b: Tokens): Tokens {
  return combined(a, b, (one, other) => one + other);
}

/** A usage as the API tells it. Some responses tell cache writes only by lifetime, the flat count being 0 (fact 22). */
export function tokensOf(usage: Record<string, unknown>): Tokens {
  const nested = isRecord(usage["cache_creation"]) ? usage["cache_creation"] : {};
  const hour = count(nested["ephemeral_1h_input_tokens"]);
  const flat = count(usage["cache_creation_input_tokens"]);
  return settled({
    input_tokens: count(usage["input_tokens"]),
    cache_creation_input_tokens: flat === 0 ? hour + count(nested["ephemeral_5m_input_tokens"]) : flat,
    ephemeral_1h_input_tokens: hour,
    cache_read_input_tokens: count(usage["cache_read_input_tokens"]),
    output_tokens: count(usage["output_tokens"]),
  });
}

/** Of each count the larger one. */
export function largest(a: Tokens, b: Tokens): Tokens {
  return combined(a, b, Math.max);
}

function combined(a: Tokens, b: Tokens, join: (a: number, b: number) => number): Tokens {
  return settled({
    input_tokens: join(a.input_tokens, b.input_tokens),
    cache_creation_input_tokens: join(a.cache_creation_input_tokens, b.cache_creation_input_tokens),
    ephemeral_1h_input_tokens: join(a.ephemeral_1h_input_tokens, b.ephemeral_1h_input_tokens),
    cache_read_input_tokens: join(a.cache_read_input_tokens, b.cache_read_input_tokens),
    output_tokens: join(a.output_tokens, b.output_tokens),
  });
}

/** Completes the sums. A cache write of which no lifetime is told lives five minutes, the API's default (C-1.13). */
function settled(told: Omit<Tokens, "all_input_tokens" | "ephemeral_5m_input_tokens">): Tokens {
  const created = told.cache_creation_input_tokens;
  const hour = Math.min(told.ephemeral_1h_input_tokens, created);
  return {
    input_tokens: told.input_tokens,
    cache_creation_input_tokens: created,
    ephemeral_5m_input_tokens: created - hour,
    ephemeral_1h_input_tokens: hour,
    cache_read_input_tokens: told.cache_read_input_tokens,
    all_input_tokens: told.input_tokens + created + told.cache_read_input_tokens,
    output_tokens: told.output_tokens,
  };
}

/** More than any call counts. Sums of smaller numbers are exact, in whatever order they are added. */
const NO_COUNT = 1e9;

/** A count as the API tells it; what is no count is nothing. */
export function count(value: unknown): number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) < NO_COUNT ? Number(value) : 0;
}
