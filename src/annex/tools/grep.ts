/** The Grep tool: lines of the project's files by a regular expression. */
import { join } from "node:path";
import { RE2JS } from "re2js";
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import { type FindLines, type FoundInFile, MOST_LINES } from "./find-lines.ts";
import { filesFor, inOrder, LOOKED_AT } from "./searched-files.ts";

const LARGEST_FILE_MB = 10;

/** A file with matching lines. */
interface Found extends FoundInFile {
  readonly path: string;
}

/** What can be returned, by the name that the model gives: what is said of one file. */
const MODES: Readonly<Record<string, (found: Found) => readonly string[]>> = {
  content: ({ path, lines }) => lines.map(({ number, text }) => `${path}:${number}:${text}`),
  files_with_matches: ({ path }) => [path],
  count: ({ path, count }) => [`${path}:${count}`],
};

/** The Grep tool over a way to find lines. */
export function grepTool(findLines: FindLines): Tool {
  return {
    name: "Grep",
    kind: "read",
    description: `Searches the text files of the project, line by line, for a regular expression: RE2's syntax, so without look-around and without references back. Returns lines as path:number:text, or only the files or the counts, ${MOST_LINES} lines at the most. Very long lines are cut; binary files and those over ${LARGEST_FILE_MB} MB are passed over. ${LOOKED_AT}`,
    inputSchema: inputs(["pattern"], {
      pattern: { type: "string", description: "The regular expression, for the inside of one line." },
      path: { type: "string", description: "The folder or file to search; left out: the project folder." },
      glob: { type: "string", description: "Only files whose path from that folder on fits this pattern." },
      ignore_case: { type: "boolean", description: "Take small and capital letters for the same." },
      output_mode: { type: "string", enum: Object.keys(MODES), description: "Left out: content." },
    }),
    run: async (input, { disk, cwd, signal }) => {
      const pattern = String(input["pattern"]);
      refuseBroken(pattern);
      const all = filesFor(disk, cwd, input["path"], input["glob"]).sort(inOrder);
      const searched = all.filter(({ bytes }) => bytes <= LARGEST_FILE_MB * 1_000_000);
      const files = searched.map(({ path }) => join(cwd, path));
      const ignoreCase = input["ignore_case"] === true;
      const lines = await findLines({ pattern, ignoreCase, files }, { disk, signal });
      if (signal?.aborted) throw new ToolError("The search was interrupted.");
      const found = searched.flatMap(({ path }) => {
        const inFile = lines.get(join(cwd, path));
        return inFile ? [{ path, ...inFile }] : [];
      });
      const mode = String(input["output_mode"] ?? "content");
      return { ...told(found, mode, all.length - searched.length), isError: false };
    },
  };
}

function refuseBroken(pattern: string): void {
  if (pattern === "" || /[\n\0]/.test(pattern)) {
    throw new ToolError("The pattern is empty, or holds a line's end or a NUL character: no line fits it.");
  }
  try {
    RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ToolError(
      `The pattern cannot be searched for: ${reason}. Put \\ before what is meant as it is.`,
    );
  }
}

/** What was found, as far as there is room, and then what was left out. */
function told(found: readonly Found[], mode: string, tooLarge: number) {
  const said = found.flatMap((each) => MODES[mode]?.(each) ?? []).slice(0, MOST_LINES);
  const lines = found.reduce((sum, { count }) => sum + count, 0);
  const isCut = said.length < (mode === "content" ? lines : found.length);
  const remarks = [
    ...(isCut
      ? [`In all ${lines} lines in ${found.length} files match. Narrow the pattern, the path or the glob.`]
      : []),
    ...(tooLarge > 0 ? [`${tooLarge} files over ${LARGEST_FILE_MB} MB were not searched.`] : []),
  ];
  const first = said.length === 0 ? ["No line matches."] : said;
  return { content: first.join("\n"), remark: remarks.length > 0 ? remarks.join("\n") : undefined };
}
