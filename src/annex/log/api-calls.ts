/**
 * The API calls that a log's entries are the traces of, and what each of them used (C-3.9, facts 75 to 78).
 */
import { type ChainEntry, isSynthetic, responseId } from "../../log/entry.ts";
import { isRecord } from "../../wire.ts";

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

/** One call, as far as its entries have told. */
export interface ApiCall {
  readonly model: string;
  readonly tokens: Tokens;
}

/** No tokens at all. */
export const NO_TOKENS: Tokens = settled({
  input_tokens: 0,
  cache_creation_input_tokens: 0,
  ephemeral_1h_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 0,
});

/**
 * What names the API call that an assistant entry is part of: the response's id with the request's id, where there is
 * one; an entry of a response without an id is a call by itself (fact 78). Undefined for what is no API call.
 */
export function callKey(entry: ChainEntry): string | undefined {
  if (entry.type !== "assistant" || isSynthetic(entry)) return undefined;
  const request = entry["requestId"];
  return JSON.stringify([responseId(entry) ?? entry.uuid, typeof request === "string" ? request : null]);
}

/** Adds what an entry tells of its call: the largest value of each field, since early entries may count too little. */
export function addCall(calls: Map<string, ApiCall>, entry: ChainEntry): void {
  const message = isRecord(entry["message"]) ? entry["message"] : {};
  const usage = message["usage"];
  const key = callKey(entry);
  if (key === undefined || !isRecord(usage)) return;
  const known = calls.get(key);
  const model = typeof message["model"] === "string" ? message["model"] : "unknown model";
  const tokens = combined(known?.tokens ?? NO_TOKENS, tokensOf(usage), Math.max);
  calls.set(key, { model: known?.model ?? model, tokens });
}

/** The tokens of two calls together. */
export function sum(a: Tokens, b: Tokens): Tokens {
  return combined(a, b, (one, other) => one + other);
}

/** A usage as the API tells it. Some responses tell cache writes only by lifetime, the flat count being 0 (fact 22). */
function tokensOf(usage: Record<string, unknown>): Tokens {
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

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
