/** Rate limits (MR-13, MR-17). */
import type { ApiError } from "./errors.ts";

/** What an organization may use in a minute; a limit left out is not enforced. */
export interface RateLimits {
  requests?: number;
  input_tokens?: number;
  output_tokens?: number;
}

/** The state of the limits after a request was counted. */
export interface Allowance {
  /** The `anthropic-ratelimit-*` headers, and `retry-after` when it is too much. */
  headers: Record<string, string>;
  refused?: ApiError;
}

/** Counts what is used, by organization. */
export interface Limiter {
  take(organization: string, inputTokens: number): Allowance;
}

/** A limiter on a clock in milliseconds. */
export function limiterOf(_limits: RateLimits | undefined, _now: () => number): Limiter {
  return { take: () => ({ headers: {} }) };
}
