/** The Edit tool: one piece of text in a file, replaced by another. */
import { isUtf8 } from "node:buffer";
import { confine } from "./confine.ts";
import { fileLane, seen, seenBytes } from "./seen.ts";
import { inputs, type Tool, ToolError } from "./tool.ts";

export const editTool: Tool = {
  name: "Edit",
  kind: "edit",
  description:
    "Replaces text in a file of the project. old_string must stand in the file exactly once, white space included; with replace_all every place is replaced. The file must have been read first, and again when something else has changed it.",
  inputSchema: inputs(["file_path", "old_string", "new_string"], {
    file_path: { type: "string", description: "The file to change." },
    old_string: { type: "string", description: "The text that stands there now." },
    new_string: { type: "string", description: "The text to put in its place." },
    replace_all: { type: "boolean", description: "Replace every place where old_string stands." },
  }),
  lane: fileLane,
  run: async (input, context) => {
    const path = confine(context.disk, context.cwd, String(input["file_path"]));
    const before = String(input["old_string"]);
    if (before === "") throw new ToolError("old_string is empty. Use Write to make a file.");
    const bytes = seenBytes(path, context);
    // What is read here is written back: what is not text must not be taken for it, and a mark at the start stays.
    if (!isUtf8(bytes)) throw new ToolError(`${path} is not UTF-8 text. It was not changed.`);
    const pieces = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split(before);
    const places = pieces.length - 1;
    if (places === 0) throw new ToolError(`old_string does not stand in ${path}. Read the file again.`);
    if (places > 1 && input["replace_all"] !== true) {
      const more = "Give more of the text around it, or set replace_all.";
      throw new ToolError(`old_string stands in ${path} ${places} times. ${more}`);
    }
    const where = places === 1 ? "one place" : `${places} places`;
    const content = pieces.join(String(input["new_string"]));
    context.disk.write(path, content);
    return { content: `Changed ${path} in ${where}.`, isError: false, details: seen(path, content) };
  },
};
