/** The Read tool: a text file with line numbers. */
import { reminder } from "../context/reminders.ts";
import type { Disk } from "../ports.ts";
import { confine } from "./confine.ts";
import { type Tool, ToolError } from "./tool.ts";

const DEFAULT_LINES = 2000;

export const readTool: Tool = {
  name: "Read",
  kind: "read",
  description: `Reads a text file of the project and returns its lines, each with its number and a tab before it. Give a path inside the project folder, absolute or relative to it. Without offset and limit the first ${DEFAULT_LINES} lines are returned.`,
  inputSchema: {
    type: "object",
    properties: {
      file_path: { type: "string", description: "The file to read." },
      offset: { type: "integer", description: "The first line to return, counted from 1." },
      limit: { type: "integer", description: "How many lines to return at the most." },
    },
    required: ["file_path"],
    additionalProperties: false,
  },
  run: async (input, { disk, cwd }) => {
    const lines = readText(disk, confine(disk, cwd, String(input["file_path"]))).split("\n");
    if (lines.length === 1 && lines[0] === "") {
      return { content: reminderText("The file exists and is empty."), isError: false };
    }
    const first = Math.max(1, Number(input["offset"] ?? 1));
    const last = Math.min(lines.length, first + Math.max(1, Number(input["limit"] ?? DEFAULT_LINES)) - 1);
    if (first > lines.length)
      throw new ToolError(`The file has ${lines.length} lines; there is no line ${first}.`);
    const numbered = lines.slice(first - 1, last).map((line, index) => `${first + index}\t${line}`);
    if (last < lines.length) numbered.push(reminderText(`The file goes on to line ${lines.length}.`));
    return { content: numbered.join("\n"), isError: false };
  },
};

/**
 * A text file's content. Throws `ToolError` where there is none, and, with `fatal`, where it is not UTF-8. `path` has
 * passed the gate.
 */
export function readText(disk: Disk, path: string, decoding: TextDecoderOptions = {}): string {
  const kind = disk.kind(path);
  if (kind === undefined) throw new ToolError(`There is no file at ${path}.`);
  const bytes = kind === "file" ? disk.read(path) : undefined;
  if (!bytes) throw new ToolError(`${path} is not a file.`);
  if (bytes.includes(0)) throw new ToolError(`${path} is not a text file.`);
  try {
    return new TextDecoder("utf-8", decoding).decode(bytes);
  } catch {
    throw new ToolError(`${path} is not UTF-8 text. It was not changed.`);
  }
}

function reminderText(words: string): string {
  return reminder(words).text;
}
