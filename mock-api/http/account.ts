/** What one organization has used of its limits, and how it is told (MR-13, MR-17). */
import { Bucket } from "./bucket.ts";
import { apiError } from "./errors.ts";
import type { Allowance, RateLimits } from "./limits.ts";

type Limit = keyof RateLimits;

/** What is told where nothing is limited. */
const GENEROUS: Required<RateLimits> = {
  requests: 4_000,
  input_tokens: 2_000_000,
  output_tokens: 400_000,
  count_requests: 8_000,
};

/** A bucket for each limit. One that is not enforced only tells how much is left. */
export class Account {
  readonly #organization: string;
  readonly #enforced: RateLimits;
  readonly #now: () => number;
  readonly #buckets: Record<Limit, Bucket>;

  constructor(organization: string, enforced: RateLimits, now: () => number) {
    this.#organization = organization;
    this.#enforced = enforced;
    this.#now = now;
    const bucket = (limit: Limit): Bucket => new Bucket(enforced[limit] ?? GENEROUS[limit], now());
    this.#buckets = {
      requests: bucket("requests"),
      input_tokens: bucket("input_tokens"),
      output_tokens: bucket("output_tokens"),
      count_requests: bucket("count_requests"),
    };
  }

  /** Counts a request, unless that would be too much of anything. */
  take(costs: Partial<Record<Limit, number>>): Allowance {
    const now = this.#now();
    // An answer's length is not known yet, so it may begin as long as anything is left to put out.
    const needed = { ...costs, ...(costs.requests && { output_tokens: 1 }) };
    for (const [limit, amount] of entriesOf(needed)) {
      const wait = this.#enforced[limit] === undefined ? 0 : this.#buckets[limit].wait(amount, now);
      if (wait > 0) return this.#refuse(limit, wait);
    }
    this.use(costs);
    return { headers: costs.requests ? this.headers() : {} };
  }

  /** Counts what was used, whether it was there or not. */
  use(amounts: Partial<Record<Limit, number>>): void {
    const now = this.#now();
    for (const [limit, amount] of entriesOf(amounts)) {
      const bucket = this.#buckets[limit];
      const owed = this.#enforced[limit] !== undefined;
      // A script may give any usage (D-26), and what is no number cannot be counted.
      const used = Number.isFinite(amount) ? Math.max(0, amount) : 0;
      bucket.use(owed ? used : Math.min(used, bucket.left(now)), now);
    }
  }

  /** The `anthropic-ratelimit-*` headers: tokens to the nearest thousand, `tokens` for the limit with the least left. */
  headers(): Record<string, string> {
    const now = this.#now();
    const { requests, input_tokens: input, output_tokens: output } = this.#buckets;
    const tightest = output.left(now) < input.left(now) ? output : input;
    const headers: Record<string, string> = {};
    tell(headers, "requests", requests, requests.left(now), now);
    tell(headers, "tokens", tightest, thousands(tightest.left(now)), now);
    tell(headers, "input-tokens", input, thousands(input.left(now)), now);
    tell(headers, "output-tokens", output, thousands(output.left(now)), now);
    return headers;
  }

  #refuse(limit: Limit, wait: number): Allowance {
    const what = limit.replace("count_", "").replace("_", " ");
    const message =
      `This request would exceed the rate limit for your organization (${this.#organization}) of ` +
      `${this.#buckets[limit].limit} ${what} per minute. The response headers tell what is left of it. ` +
      "Send less at once, or try again later.";
    const headers = limit === "count_requests" ? {} : this.headers();
    return {
      headers: { ...headers, "retry-after": String(Math.ceil(wait / 1_000)) },
      refused: apiError(429, { message }),
    };
  }
}

function entriesOf(amounts: Partial<Record<Limit, number>>): [Limit, number][] {
  return Object.entries(amounts) as [Limit, number][];
}

function tell(
  headers: Record<string, string>,
  what: string,
  bucket: Bucket,
  remaining: number,
  now: number,
): void {
  const seconds = Math.ceil(bucket.fullAt(now) / 1_000);
  headers[`anthropic-ratelimit-${what}-limit`] = String(bucket.limit);
  headers[`anthropic-ratelimit-${what}-remaining`] = String(remaining);
  headers[`anthropic-ratelimit-${what}-reset`] = `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;
}

function thousands(tokens: number): number {
  return Math.round(tokens / 1_000) * 1_000;
}
