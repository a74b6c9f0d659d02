/** A whole number dealt out by weight, so that the shares are whole numbers too and add up to it. */

/**
 * Shares of `whole` in proportion to the weights, the largest rests rounded up, of equal ones the first. Without any weight
 * the first has it all. Law: context-sums
 */
export function spread(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  if (all === 0) return weights.map((_, index) => (index === 0 ? whole : 0));
  const exact = weights.map((weight) => (whole * weight) / all);
  const shares = exact.map(Math.floor);
  const rest = whole - shares.reduce((sum, share) => sum + share, 0);
  const order = exact
    .map((share, index) => ({ index, over: share - Math.floor(share) }))
    .sort((one, other) => other.over - one.over || one.index - other.index);
  for (const { index } of order.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
