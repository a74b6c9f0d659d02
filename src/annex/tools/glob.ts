/** The Glob tool: files of the project by the form of their path. */
import { inputs, type Tool } from "../../tools/tool.ts";
import { filesFor, inOrder, LOOKED_AT } from "./searched-files.ts";

const MOST_FILES = 100;

export const globTool: Tool = {
  name: "Glob",
  kind: "read",
  description: `Lists the files of the project whose path fits a glob pattern such as src/**/*.{ts,tsx}, the one that was changed last first, ${MOST_FILES} at the most. A pattern without a slash fits only what stands in the folder itself; **/*.md finds files at any depth. ${LOOKED_AT}`,
  inputSchema: inputs(["pattern"], {
    pattern: { type: "string", description: "The glob pattern, for the path from the folder on." },
    path: { type: "string", description: "The folder to look in; left out: the project folder." },
  }),
  run: async (input, { disk, cwd }) => {
    const files = filesFor(disk, cwd, input["path"], input["pattern"]);
    if (files.length === 0) return { content: "No file fits.", isError: false };
    const sorted = files.sort((a, b) => b.changed - a.changed || inOrder(a, b));
    const shown = sorted.slice(0, MOST_FILES).map(({ path }) => path);
    const left = sorted.length - shown.length;
    const remark = left > 0 ? `${left} more files fit. Narrow the pattern or the path.` : undefined;
    return { content: shown.join("\n"), remark, isError: false };
  },
};
