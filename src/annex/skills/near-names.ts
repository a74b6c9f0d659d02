/** Which names somebody may have meant. */

/** How much of the pairs of neighbouring letters two names must share, at least. */
const ENOUGH = 0.5;

/** The most names that are worth reading. */
const MOST = 3;

/** The names that are written alike, the nearest first. */
export function nearNames(name: string, names: readonly string[]): readonly string[] {
  const near = names.map((each) => ({ each, shared: sharedBy(pairsOf(name), pairsOf(each)) }));
  return near
    .filter(({ shared }) => shared >= ENOUGH)
    .sort((one, other) => other.shared - one.shared)
    .slice(0, MOST)
    .map(({ each }) => each);
}

/** The pairs of neighbours in a name, its ends among them. */
function pairsOf(name: string): string[] {
  const letters = ["^", ...name.toLowerCase(), "$"];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

function sharedBy(one: readonly string[], other: readonly string[]): number {
  return (2 * one.filter((pair) => other.includes(pair)).length) / (one.length + other.length);
}
