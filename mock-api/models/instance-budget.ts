/** How much of an instance is made: a schema of a few lines can describe a value that no memory holds. */

/** A schema describes more than is ever made. The message is for a person. */
export class InstanceTooLarge extends Error {
  override readonly name = "InstanceTooLarge";

  constructor() {
    super("The least value that fits the schema is larger than this model makes.");
  }
}

const MOST_VALUES = 10_000;
const MOST_CHARACTERS = 100_000;
const DEEPEST = 150;

/** What may still be made of one instance. */
export class InstanceBudget {
  #values = MOST_VALUES;
  #characters = MOST_CHARACTERS;

  /** Takes the room of values, at a depth. Throws `InstanceTooLarge`. */
  values(count: number, depth: number): void {
    this.#values -= count;
    if (this.#values < 0 || depth > DEEPEST) throw new InstanceTooLarge();
  }

  /** Takes the room of a text, by its length. Throws `InstanceTooLarge`. */
  characters(count: number): void {
    this.#characters -= count;
    if (this.#characters < 0) throw new InstanceTooLarge();
  }

  /** Takes the room of a value as it stands in the schema. Throws `InstanceTooLarge`. */
  whole(value: unknown): void {
    this.characters(JSON.stringify(value)?.length ?? 0);
  }
}
