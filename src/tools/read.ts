/** The Read tool: a text file with line numbers, or the names in a folder. */
import type { Disk } from "../ports.ts";
import { confine } from "./confine.ts";
import { fileLane, readBytes, seen } from "./seen.ts";
import { inputs, type Tool, ToolError } from "./tool.ts";

const DEFAULT_LINES = 2000;
/** Characters after which no further line is begun. */
const LONGEST_PART = 100_000;
/** A line of more characters is cut, and never within one. */
const LONG_LINE = /^(.{2000}).+$/su;

export const readTool: Tool = {
  name: "Read",
  kind: "read",
  description: `Reads a text file of the project and returns its lines, each with its number and a tab before it. Give a path inside the project folder, absolute or relative to it. Without offset and limit the first ${DEFAULT_LINES} lines are returned. Very long lines and very long parts are cut, and it is said where. Images and other binary files cannot be read. Of a folder, it returns the names of what stands in it.`,
  inputSchema: inputs(["file_path"], {
    file_path: { type: "string", description: "The file to read." },
    offset: { type: "integer", description: "The first line to return, counted from 1." },
    limit: { type: "integer", description: "How many lines to return at the most." },
  }),
  lane: fileLane,
  run: async (input, { disk, cwd }) => {
    const path = confine(disk, cwd, String(input["file_path"]));
    const isFolder = disk.kind(path) === "folder";
    const bytes = isFolder ? namesIn(disk, path) : readBytes(disk, path);
    const details = seen(path, bytes);
    const lines = new TextDecoder().decode(bytes).split("\n");
    if (lines.length === 1 && lines[0] === "")
      return { content: "", remark: "It exists and is empty.", isError: false, details };
    const first = Math.max(1, Number(input["offset"] ?? 1));
    if (first > lines.length) throw new ToolError(`It has ${lines.length} lines; there is no line ${first}.`);
    const limit = Math.max(1, Number(input["limit"] ?? DEFAULT_LINES));
    return { ...numbered(lines, first, limit), isError: false, details };
  },
};

/** What stands in a folder, a line each; behind the name of another folder a slash. */
function namesIn(disk: Disk, folder: string): Uint8Array {
  const names = disk.list(folder).map(({ name, kind }) => (kind === "folder" ? `${name}/` : name));
  return new TextEncoder().encode(names.sort().join("\n"));
}

/** Lines with their numbers, and where to read on when there are more. */
function numbered(lines: readonly string[], first: number, limit: number) {
  const shown: string[] = [];
  let room = LONGEST_PART;
  for (const line of lines.slice(first - 1, first - 1 + limit)) {
    if (room < 0) break;
    const cut = line.replace(LONG_LINE, "$1 [… the rest of this line is left out …]");
    shown.push(`${first + shown.length}\t${cut}`);
    room -= cut.length;
  }
  const next = first + shown.length;
  const more = `It goes on to line ${lines.length}. To read on, give the offset ${next}.`;
  return { content: shown.join("\n"), remark: next > lines.length ? undefined : more };
}
