/** The one walk over a request that finds where it differs from its shapes (MR-10). */
import type { Call } from "../call.ts";
import type { Shape } from "./schema.ts";

/** Where a request differs from the shapes, and the rule that says so. */
export interface Flaw {
  /** The rule's switch. */
  rule: string;
  message: string;
}

/** A walk over one request. It knows where it is, so that a path is only written when there is something to say. */
export class Walk {
  /** The request, and what its head asks for. */
  readonly call: Call;
  readonly #steps: (string | number)[] = [];
  #rule = "MR-10";

  constructor(call: Call) {
    this.call = call;
  }

  /** Looks at a value one step further in: a field, an index, or the type of the value where that is a step too. */
  within(step: string | number, shape: Shape, value: unknown): Flaw | undefined {
    this.#steps.push(step);
    const flaw = shape(value, this);
    this.#steps.pop();
    return flaw;
  }

  /** A flaw of the value that is looked at; undefined when its rule is off. */
  flaw(says: string, rule = this.#rule): Flaw | undefined {
    if (!this.call.isOn(rule)) return undefined;
    return { rule, message: [...(this.#steps.length > 0 ? [this.#steps.join(".")] : []), says].join(": ") };
  }

  /** A flaw of one field of that value. */
  flawAt(field: string, says: string, rule = this.#rule): Flaw | undefined {
    return this.within(field, () => this.flaw(says, rule), undefined);
  }

  /** Looks at the same value on behalf of another rule. */
  under(rule: string, shape: Shape, value: unknown): Flaw | undefined {
    const before = this.#rule;
    this.#rule = rule;
    const flaw = shape(value, this);
    this.#rule = before;
    return flaw;
  }
}
