/** The Edit tool: one piece of text in a file, replaced by another. */
import { confine } from "./confine.ts";
import { readText } from "./read.ts";
import { type Tool, ToolError } from "./tool.ts";

/** What is read here is written back, so what is not text must not be taken for it, and a mark at the start stays. */
const EXACT = { fatal: true, ignoreBOM: true };

export const editTool: Tool = {
  name: "Edit",
  kind: "edit",
  description:
    "Replaces text in a file of the project. old_string must stand in the file exactly once, white space included; with replace_all every place is replaced. Read the file first.",
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The file to change." },
      old_string: { type: "string", description: "The text that stands there now." },
      new_string: { type: "string", description: "The text to put in its place." },
      replace_all: { type: "boolean", description: "Replace every place where old_string stands." },
    },
    required: ["file_path", "old_string", "new_string"],
    additionalProperties: false,
  },
  run: async (input, { disk, cwd }) => {
    const path = confine(disk, cwd, String(input["file_path"]));
    const before = String(input["old_string"]);
    const pieces = readText(disk, path, EXACT).split(before);
    const places = pieces.length - 1;
    if (before === "") throw new ToolError("old_string is empty. Use Write to make a file.");
    if (places === 0) throw new ToolError(`old_string does not stand in ${path}. Read the file again.`);
    if (places > 1 && input["replace_all"] !== true) {
      throw new ToolError(
        `old_string stands in ${path} ${places} times. Give more of the text around it, or set replace_all.`,
      );
    }
    disk.write(path, pieces.join(String(input["new_string"])));
    return {
      content: `Changed ${path} in ${places === 1 ? "one place" : `${places} places`}.`,
      isError: false,
    };
  },
};
