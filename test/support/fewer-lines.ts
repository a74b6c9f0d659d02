/** Shrinks what is generated further than its generator can: by leaving lines out. */
import fc from "fast-check";

/** The context of a case that was shortened: its lines are all there is to it. */
const SHORTENED = Symbol("shortened");

/**
 * An arbitrary whose cases also shrink to fewer lines: halves are left out first, then quarters, at last single ones. Only for
 * cases from which any line may be missing.
 */
export class WithFewerLines<Line, Case> extends fc.Arbitrary<Case> {
  readonly #arbitrary: fc.Arbitrary<Case>;
  readonly #linesOf: (value: Case) => readonly Line[];
  readonly #remade: (lines: readonly Line[]) => Case;

  /** `remade` makes a case of the lines that are left. */
  constructor(
    arbitrary: fc.Arbitrary<Case>,
    linesOf: (value: Case) => readonly Line[],
    remade: (lines: readonly Line[]) => Case,
  ) {
    super();
    this.#arbitrary = arbitrary;
    this.#linesOf = linesOf;
    this.#remade = remade;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Case> {
    return this.#arbitrary.generate(random, bias);
  }

  override canShrinkWithoutContext(value: unknown): value is Case {
    return this.#arbitrary.canShrinkWithoutContext(value);
  }

  override shrink(value: Case, context: unknown): fc.Stream<fc.Value<Case>> {
    const shortened = fc.stream(this.#shorter(value));
    return context === SHORTENED ? shortened : this.#arbitrary.shrink(value, context).join(shortened);
  }

  *#shorter(value: Case): IterableIterator<fc.Value<Case>> {
    const lines = this.#linesOf(value);
    for (let size = Math.ceil(lines.length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2)) {
      for (let from = 0; from < lines.length; from += size) {
        const left = lines.toSpliced(from, size);
        if (left.length > 0) yield new fc.Value(this.#remade(left), SHORTENED);
      }
    }
  }
}
