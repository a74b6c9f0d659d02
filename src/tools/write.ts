/** The Write tool: a whole file, made or replaced. */
import { confine } from "./confine.ts";
import { type Tool, ToolError } from "./tool.ts";

export const writeTool: Tool = {
  name: "Write",
  kind: "edit",
  description:
    "Writes a whole text file of the project, and makes its folders where they are missing. A file that is there is replaced. Give a path inside the project folder. To change a part of a file, use Edit.",
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The file to write." },
      content: { type: "string", description: "The whole new content." },
    },
    required: ["file_path", "content"],
    additionalProperties: false,
  },
  run: async (input, { disk, cwd }) => {
    const path = confine(disk, cwd, String(input["file_path"]));
    const kind = disk.kind(path);
    if (kind !== undefined && kind !== "file") throw new ToolError(`${path} is not a file.`);
    disk.write(path, String(input["content"]));
    return { content: kind === "file" ? `Replaced ${path}.` : `Created ${path}.`, isError: false };
  },
};
