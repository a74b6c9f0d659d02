/** The Write tool: a whole file, made or replaced. */
import { confine } from "./confine.ts";
import { fileLane, seen, seenBytes } from "./seen.ts";
import { inputs, type Tool } from "./tool.ts";

export const writeTool: Tool = {
  name: "Write",
  kind: "edit",
  description:
    "Writes a whole text file of the project, and makes its folders where they are missing. A file that is there is replaced: read it first. Give a path inside the project folder. To change a part of a file, use Edit.",
  inputSchema: inputs(["file_path", "content"], {
    file_path: { type: "string", description: "The file to write." },
    content: { type: "string", description: "The whole new content." },
  }),
  lane: fileLane,
  run: async (input, context) => {
    const path = confine(context.disk, context.cwd, String(input["file_path"]));
    const before = context.disk.kind(path) && seenBytes(path, context);
    const content = String(input["content"]);
    context.disk.write(path, content);
    const details = seen(path, content);
    return { content: `${before ? "Replaced" : "Created"} ${path}.`, isError: false, details };
  },
};
