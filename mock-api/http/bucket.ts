/** An allowance that is used up and flows back: what a limit per minute is to the API (MR-13). */

const MINUTE = 60_000;

/**
 * As much as one minute allows, and not more, is there when nothing was used; what is used flows back evenly, all of it
 * in a minute. Times are milliseconds; a clock that goes back stands still for it.
 *
 * Law: within-limits.
 */
export class Bucket {
  readonly limit: number;
  // In units of which `limit` flow in with each millisecond, so that nothing is lost by rounding.
  #level: number;
  #time: number;

  constructor(limit: number, now: number) {
    this.limit = limit;
    this.#level = limit * MINUTE;
    this.#time = now;
  }

  /** What may be used now. */
  left(now: number): number {
    this.#fill(now);
    return Math.max(0, Math.floor(this.#level / MINUTE));
  }

  /** Milliseconds until so much is there: 0 when it is there now. What is more than the limit never is. */
  wait(amount: number, now: number): number {
    this.#fill(now);
    const missing = amount * MINUTE - this.#level;
    if (missing <= 0) return 0;
    return this.limit > 0 ? missing / this.limit : MINUTE;
  }

  /** Uses some of it. What is known only once it was used may be more than was there: it is owed. */
  use(amount: number, now: number): void {
    this.#fill(now);
    this.#level -= amount * MINUTE;
  }

  /** When all of it is there again, unless more is used. */
  fullAt(now: number): number {
    return now + this.wait(this.limit, now);
  }

  #fill(now: number): void {
    const passed = Math.max(0, now - this.#time);
    this.#level = Math.min(this.limit * MINUTE, this.#level + passed * this.limit);
    this.#time += passed;
  }
}
