/** A window as a square of cells, each an equal share of it. */
import { BUFFER, type Category, FREE } from "../../annex/window/categories.ts";
import type { ContextReport } from "../../annex/window/report.ts";
import { spread } from "../../annex/window/spread.ts";

/** What a cell stands for. */
export type Kind = Category | typeof FREE | typeof BUFFER;

/** One cell. `isPart`: what it stands for takes less than half of it. */
export interface Cell {
  readonly kind: Kind;
  readonly isPart: boolean;
}

/** A kind, and how many tokens of the window are of it; in the order in which they are told. */
export interface Stretch {
  readonly kind: Kind;
  readonly tokens: number;
  readonly isEstimate: boolean;
}

/**
 * The window from end to end: what is used, what is free, the buffer, where there is to be one. Where more is used than it
 * holds, what is used alone.
 */
export function stretchesOf({ shares, free, buffer, isEstimate }: ContextReport): Stretch[] {
  return [
    ...shares.map(({ category, ...share }) => ({ kind: category, ...share })),
    { kind: FREE, tokens: free, isEstimate },
    ...(buffer > 0 || free === 0 ? [{ kind: BUFFER, tokens: buffer, isEstimate: false } as const] : []),
  ];
}

/** The cells, `count` of them; whatever takes any room has at least one. Law: grid-shows-all */
export function cellsOf(report: ContextReport, count: number): Cell[] {
  const stretches = stretchesOf(report).filter(({ tokens }) => tokens > 0);
  const all = stretches.reduce((sum, { tokens }) => sum + tokens, 0);
  const shares = spread(
    count - stretches.length,
    stretches.map(({ tokens }) => Math.max(0, tokens - all / count)),
  );
  return stretches.flatMap(({ kind, tokens }, index) => {
    const isPart = tokens < all / count / 2;
    return Array.from({ length: 1 + (shares[index] ?? 0) }, () => ({ kind, isPart }));
  });
}
