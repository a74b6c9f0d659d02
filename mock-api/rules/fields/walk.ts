/** The one walk over a request that finds where it differs from its shapes (MR-10). */
import type { Call } from "../call.ts";
import type { Shape } from "./schema.ts";

/**
 * A walk over one request. It goes on behind a flaw, so that which rule refuses does not depend on what was written
 * first. It knows where it is, so that a path is only written when there is something to say.
 *
 * Law: order-of-rules.
 */
export class Walk {
  /** The request, and what its head asks for. */
  readonly call: Call;
  /** What is said of the first flaw under each rule, by the rule's switch. */
  readonly flaws = new Map<string, string>();
  readonly #steps: (string | number)[] = [];
  #rule = "MR-10";

  constructor(call: Call) {
    this.call = call;
  }

  /** Looks at a value one step further in: a field, an index, or the type of the value where that is a step too. */
  within(step: string | number, shape: Shape, value: unknown): void {
    this.#steps.push(step);
    shape(value, this);
    this.#steps.pop();
  }

  /** A flaw of the value that is looked at. Under each rule the first one is told. */
  flaw(says: string, rule = this.#rule): void {
    if (this.flaws.has(rule)) return;
    this.flaws.set(rule, [...(this.#steps.length > 0 ? [this.#steps.join(".")] : []), says].join(": "));
  }

  /** A flaw of one field of that value. */
  flawAt(field: string, says: string): void {
    this.within(field, () => this.flaw(says), undefined);
  }

  /** Looks at the same value on behalf of another rule. */
  under(rule: string, shape: Shape, value: unknown): void {
    const before = this.#rule;
    this.#rule = rule;
    shape(value, this);
    this.#rule = before;
  }
}
