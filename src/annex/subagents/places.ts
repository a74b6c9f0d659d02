/** A number of places for work that is done at once; who finds none waits, first come, first served. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(number: number) {
    this.#free = number;
  }

  /** Does the work as soon as there is a place for it. */
  async within<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await work();
    } finally {
      // The place goes straight to who waits, so that nobody who comes now can take it first.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
