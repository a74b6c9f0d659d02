/**
 * Output styles: how the model is to speak, as a text of its own at the end of the system prompt (C-6.1). Read once, when
 * a process begins; so it is in the part of a request that stays (D-14).
 */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { markdownFile } from "../context/frontmatter.ts";
import { readToldFile } from "../memory/files.ts";
import { boundaryOf } from "../memory/places.ts";

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
 * `output-styles` under the data root. Without a name there is none. Never throws. No link of the project's leads out of it,
 * and a file that a rule for Read denies is none. Law: told-confined
 */
export function outputStyle(disk: Disk, root: string, cwd: string, name = NONE, home = root): OutputStyle {
  if (name.toLowerCase() === NONE) return { text: "", told: [] };
  const told: string[] = [];
  const own = join(root, "output-styles");
  const folders = [join(cwd, ".claude", "output-styles"), own];
  const project = boundaryOf(cwd, { disk, home });
  const styles = folders.flatMap((folder) =>
    stylesIn({ disk, within: folder === own ? undefined : project }, folder, told),
  );
  const style = styles.find((each) => each.name === name);
  if (style) return { text: `# Output style: ${name}\n\n${style.body}`, told };
  const names = [...new Set([NONE, ...styles.map((each) => each.name)])].join(", ");
  told.push(
    `There is no output style "${name}", so none is used. There are ${names} (${folders.join(", ")}).`,
  );
  return { text: "", told };
}

/** Where style files are read, and the folder that the project's may not lead out of. */
interface StyleDisk {
  readonly disk: Disk;
  readonly within: string | undefined;
}

function stylesIn(from: StyleDisk, folder: string, told: string[]): StyleFile[] {
  try {
    const names = from.disk.list(folder).map(({ name }) => name);
    return names
      .filter((name) => name.endsWith(".md"))
      .sort()
      .flatMap((name) => styleIn(from, join(folder, name), name.slice(0, -3), told) ?? []);
  } catch (error) {
    told.push(
      `${folder}: its output styles cannot be read (${error instanceof Error ? error.message : error}).`,
    );
    return [];
  }
}

function styleIn(
  { disk, within }: StyleDisk,
  path: string,
  fileName: string,
  told: string[],
): StyleFile | undefined {
  const read = readToldFile(disk, path, within, outsideOf);
  if (!read) return undefined;
  if ("why" in read) {
    told.push(`${path}: ${read.why}. The output style is left out.`);
    return undefined;
  }
  const file = markdownFile(read.text);
  if ("fault" in file) {
    told.push(`${path}, line ${file.fault.line}: ${file.fault.what}. The output style is left out.`);
    return undefined;
  }
  const name = file.head["name"];
  return { name: typeof name === "string" ? name : fileName, path, body: file.body };
}

function outsideOf(folder: string): string {
  return `it leads out of ${folder}, and only your own output styles may`;
}
