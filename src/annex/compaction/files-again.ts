/** Files that were read or written before a compaction, shown again behind it as the real client does (O-15, D-20). */
import type { Injections } from "../../context/attachments.ts";
import type { Attachment } from "../../hooks.ts";
import type { SessionOptions } from "../../opened.ts";
import { readTool } from "../../tools/read.ts";
import { ToolError, type ToolOutcome } from "../../tools/tool.ts";
import { spelled } from "../../wire.ts";
import { fileWords, readAttachment } from "../mentions/as-words.ts";
import { estimateTokens } from "../window/estimate.ts";

/** How many files, and the tokens, as they are estimated, of one that is shown; of a longer one only the name comes back. */
export const FILES_BUDGET = { files: 5, each: 5_000 } as const;

const REFERENCE = "compact_file_reference";

/** How a file is worded that is too long to be shown again. */
export const COMPACTION_INJECTIONS: Injections = {
  [REFERENCE]: {
    words: ({ filename }) =>
      `${spelled(filename)} was read or written before the summary, and is too long to be shown again. Read what you need of it.`,
  },
};

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * The files that were come to last, the latest first, as they are now. `were` is what file tools have left on the path
 * before, `are` what stands on it still: what is the same there is there anyway.
 */
export async function filesAgain(
  were: Records,
  are: Records,
  options: SessionOptions,
): Promise<Attachment[]> {
  const [seen, standing] = [lastSeen(were), lastSeen(are)];
  // What stands in what was kept may be older than what was seen last.
  const missing = [...seen].filter(([path, digest]) => standing.get(path) !== digest);
  const shown: Attachment[] = [];
  for (const [path] of missing.reverse()) {
    const read = shown.length < FILES_BUDGET.files ? await readAgain(path, options) : undefined;
    if (read) shown.push(read);
  }
  return shown;
}

/** Each file with the digest that it had last; the file that was come to last is at the end. */
function lastSeen(records: Records): Map<string, string> {
  const seen = new Map<string, string>();
  for (const { filePath, digest } of records) {
    if (typeof filePath !== "string" || typeof digest !== "string") continue;
    seen.delete(filePath);
    seen.set(filePath, digest);
  }
  return seen;
}

/** Undefined where there is no such file any more, or none that may be read. */
async function readAgain(path: string, { ports, cwd }: SessionOptions): Promise<Attachment | undefined> {
  const { disk, shell } = ports;
  const call = { type: "tool_use", id: "", name: readTool.name, input: { file_path: path } } as const;
  let outcome: ToolOutcome;
  try {
    if (disk.kind(path) !== "file") return undefined;
    outcome = await readTool.run(call.input, { cwd, disk, shell, call, past: () => [] });
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
  const { content, remark, details } = outcome;
  const result = { type: "tool_result", tool_use_id: "", content } as const;
  const file = readAttachment(call.input, { result, remark });
  const isShort = estimateTokens(fileWords(file) ?? "") <= FILES_BUDGET.each;
  return isShort ? { ...file, ...(details && { details }) } : { type: REFERENCE, filename: path };
}
