/** Time and ids that are counted up, so that a play comes out the same each time. */
import type { Clock, Ids } from "#src/index.ts";

/** When every play begins. */
const BEGINNING = Date.UTC(2026, 6, 28, 9, 0, 0);

/** A clock on which each look takes a second, and that can be put forward. */
export class CountedClock implements Clock {
  #now = BEGINNING;

  now(): Date {
    this.#now += 1_000;
    return new Date(this.#now);
  }

  /** The time, in milliseconds since the epoch, without a look that takes any. */
  get time(): number {
    return this.#now;
  }

  /** Lets time pass. */
  pass(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** An odd number near the golden section of 2³²: its multiples lie far apart, and none comes twice. */
const STRIDE = 0x9e3779b1;

/** Ids in the form of a uuid. Counted, and yet their beginnings are told apart at a glance, as those of real ones are. */
export function countedIds(): Ids {
  let count = 0;
  return {
    uuid: () => {
      count += 1;
      const beginning = (Math.imul(count, STRIDE) >>> 0).toString(16).padStart(8, "0");
      return `${beginning}-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
  };
}
