/** Lines of a text: their numbers, and the white space before them. */

/** The number of the line at an offset, counted from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}

/** Without the white space that all lines have in front, and without blank lines at both ends. */
export function dedented(text: string): string {
  const lines = text.replace(/^(?:[ \t]*\n)+|\s+$/g, "").split("\n");
  const widths = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const common = widths.length === 0 ? 0 : Math.min(...widths);
  return lines.map((line) => line.slice(common).trimEnd()).join("\n");
}

/** With white space in front of each line that is not blank. */
export function indented(text: string, indent: string): string {
  return text.replace(/^(?=.*\S)/gm, indent);
}
