/** Tables in a page of Markdown, by lines: what is kept up by a program keeps the words between its tables. */

/** The cells of a table's row, as they are written, but for `\|`; undefined for a line that is none. */
export function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|\s*$/.test(line)) return undefined;
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A row of a table. */
export function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** The line below a table's head. */
export function isRuler(line: string): boolean {
  return /^\|[\s:|-]+\|\s*$/.test(line);
}

/** A text with each row of its tables made anew: by its cells, its line, and the number of second-level headings above it. */
export function withRows(
  text: string,
  row: (cells: readonly string[], line: number, heading: string) => readonly string[] | undefined,
): string {
  let heading = "";
  const lines = text.split("\n");
  return lines
    .flatMap((line, at) => {
      if (line.startsWith("## ")) heading = line.slice(3);
      const cells = cellsOf(line);
      const isHead = isRuler(lines[at + 1] ?? "");
      if (!cells || isRuler(line) || isHead) return [line];
      const made = row(cells, at + 1, heading);
      return made ? [rowOf(made)] : [];
    })
    .join("\n");
}
