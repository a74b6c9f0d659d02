/**
 * Output styles: how the model is to speak, as a text of its own at the end of the system prompt (C-6.1). Read once, when
 * a process begins; so it is in the part of a request that stays (D-14).
 */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { markdownFile } from "../context/frontmatter.ts";

/** The name that stands for none. */
const NONE = "default";

/** What an output style adds to the system prompt; and what a person should be told where it cannot be had. */
export interface OutputStyle {
  /** Empty for nothing. */
  readonly text: string;
  readonly told: readonly string[];
}

interface StyleFile {
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

/**
 * The style of this name: a file `NAME.md`, or one whose head has the name, in the project's `.claude/output-styles`, else in
 * `output-styles` under the data root. Without a name there is none. Never throws.
 */
export function outputStyle(disk: Disk, root: string, cwd: string, name = NONE): OutputStyle {
  if (name.toLowerCase() === NONE) return { text: "", told: [] };
  const told: string[] = [];
  const folders = [join(cwd, ".claude", "output-styles"), join(root, "output-styles")];
  const styles = folders.flatMap((folder) => stylesIn(disk, folder, told));
  const style = styles.find((each) => each.name === name);
  if (style) return { text: `# Output style: ${name}\n\n${style.body}`, told };
  const names = [...new Set([NONE, ...styles.map((each) => each.name)])].join(", ");
  told.push(
    `There is no output style "${name}", so none is used. There are ${names} (${folders.join(", ")}).`,
  );
  return { text: "", told };
}

function stylesIn(disk: Disk, folder: string, told: string[]): StyleFile[] {
  try {
    const names = disk.list(folder).map(({ name }) => name);
    return names
      .filter((name) => name.endsWith(".md"))
      .sort()
      .flatMap((name) => styleIn(disk, join(folder, name), name.slice(0, -3), told) ?? []);
  } catch (error) {
    told.push(
      `${folder}: its output styles cannot be read (${error instanceof Error ? error.message : error}).`,
    );
    return [];
  }
}

function styleIn(disk: Disk, path: string, fileName: string, told: string[]): StyleFile | undefined {
  // A link is followed; what is then no file, such as a pipe that nobody fills, is not read.
  const real = disk.realPath(path);
  const bytes = real !== undefined && disk.kind(real) === "file" ? disk.read(real) : undefined;
  if (!bytes) return undefined;
  const file = markdownFile(new TextDecoder().decode(bytes));
  if ("fault" in file) {
    told.push(`${path}, line ${file.fault.line}: ${file.fault.what}. The output style is left out.`);
    return undefined;
  }
  const name = file.head["name"];
  return { name: typeof name === "string" ? name : fileName, path, body: file.body };
}
