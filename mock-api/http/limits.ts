/** Rate limits: what an organization may use in a minute (MR-13). */
import { Account } from "./account.ts";
import type { ApiError } from "./errors.ts";

/** What an organization may use in a minute; a limit left out is told of, but not enforced. */
export interface RateLimits {
  requests?: number;
  /** Tokens that were not read from the cache (MR-87c). */
  input_tokens?: number;
  /** Counted once an answer is there: the next request waits until what it was too much has flowed back. */
  output_tokens?: number;
  /** Requests to count tokens: they have a limit of their own, and no other holds for them (MR-99). */
  count_requests?: number;
}

/** The state of the limits after a request was counted. */
export interface Allowance {
  /** The `anthropic-ratelimit-*` headers, and `retry-after` when it is too much. */
  headers: Record<string, string>;
  /** Left out when the request may pass. A request that may not has used nothing. */
  refused?: ApiError;
}

/** Counts what is used, by organization. */
export interface Limiter {
  /** The headers as things stand. */
  state(organization: string): Record<string, string>;
  /** Counts a request and its input, less what was read from the cache. */
  take(organization: string, inputTokens: number): Allowance;
  /** Counts what an answer has put out. */
  spend(organization: string, outputTokens: number): void;
  /** Counts a request to count tokens. */
  takeCount(organization: string): Allowance;
}

/**
 * A limiter on a clock in milliseconds.
 *
 * @throws Error when a limit is not a number of 0 or more.
 */
export function limiterOf(limits: RateLimits = {}, now: () => number): Limiter {
  for (const [limit, allowed] of Object.entries(limits)) {
    if (!(allowed >= 0 && Number.isFinite(allowed)))
      throw new Error(`The limit "${limit}" has to be a number of 0 or more.`);
  }
  const organizations = new Map<string, Account>();
  const of = (organization: string): Account => {
    const known = organizations.get(organization) ?? new Account(organization, limits, now);
    organizations.set(organization, known);
    return known;
  };
  return {
    state: (organization) => of(organization).headers(),
    take: (organization, input_tokens) => of(organization).take({ requests: 1, input_tokens }),
    spend: (organization, output_tokens) => of(organization).use({ output_tokens }),
    takeCount: (organization) => of(organization).take({ count_requests: 1 }),
  };
}
