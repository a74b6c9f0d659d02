/** Which tools a query means, the likeliest first. The same query finds the same tools in the same order. */

interface Named {
  readonly name: string;
  readonly description: string;
}

/** What a word counts for, by where it is found. */
const POINTS = { namePart: 8, nameBegins: 5, inName: 3, descriptionWord: 2, inDescription: 1 };

/** The tools of these names, or those that the words of a query fit, at most `most`. */
export function searched<Tool extends Named>(query: string, tools: readonly Tool[], most: number): Tool[] {
  const selected = /^\s*select:([\s\S]*)$/i.exec(query)?.[1] ?? query;
  const names = selected.split(",").map((name) => name.trim().toLowerCase());
  const named = tools.filter(({ name }) => names.includes(name.toLowerCase()));
  if (named.length > 0 || selected !== query) return named;
  const terms = [...query.toLowerCase().matchAll(/(\+?)([\p{L}\p{N}]+)/gu)];
  const needed = terms.filter(([, plus]) => plus === "+").map(([, , word = ""]) => word);
  return tools
    .filter((tool) => needed.every((word) => pointsOf(word, tool) > 0))
    .map((tool) => ({ tool, points: terms.reduce((sum, [, , word = ""]) => sum + pointsOf(word, tool), 0) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points || (one.tool.name < other.tool.name ? -1 : 1))
    .slice(0, most)
    .map(({ tool }) => tool);
}

function pointsOf(word: string, { name, description }: Named): number {
  const parts = wordsOf(name.replace(/^mcp__/, "").replace(/([a-z\d])([A-Z])/g, "$1 $2"));
  if (parts.includes(word)) return POINTS.namePart;
  if (parts.some((part) => part.startsWith(word))) return POINTS.nameBegins;
  if (name.toLowerCase().includes(word)) return POINTS.inName;
  if (wordsOf(description).includes(word)) return POINTS.descriptionWord;
  return description.toLowerCase().includes(word) ? POINTS.inDescription : 0;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
