/** Files that were read or written before a compaction, shown again behind it as the real client does (O-15, D-20). */
import type { Injections } from "../../context/attachments.ts";
import { fileWords, readAttachment } from "../../context/mentions.ts";
import type { Attachment } from "../../hooks.ts";
import type { SessionOptions } from "../../opened.ts";
import { readTool } from "../../tools/read.ts";
import { ToolError, type ToolOutcome } from "../../tools/tool.ts";
import { estimateTokens } from "../window/estimate.ts";

/** How many files, and the tokens, as they are estimated, of one that is shown; of a longer one only the name comes back. */
export const FILES_BUDGET = { files: 5, each: 5_000 } as const;

const REFERENCE = "compact_file_reference";

/** How a file is worded that is too long to be shown again. */
export const COMPACTION_INJECTIONS: Injections = {
  [REFERENCE]: {
    words: ({ filename }) =>
      `${filename} was read or written before the summary, and is too long to be shown again. Read what you need of it.`,
  },
};

type Records = readonly Readonly<Record<string, unknown>>[];

/**
 * The files that were come to last, the latest first, as they are now. `were` is what file tools have left on the path
 * before, `are` what stands on it still: those files are there anyway. Law: files-again
 */
export async function filesAgain(
  were: Records,
  are: Records,
  options: SessionOptions,
): Promise<Attachment[]> {
  const there = new Set(pathsIn(are));
  const paths = [...new Set(pathsIn(were).reverse())].filter((path) => !there.has(path));
  const shown: Attachment[] = [];
  for (const path of paths) {
    const read = shown.length < FILES_BUDGET.files ? await readAgain(path, options) : undefined;
    if (read) shown.push(read);
  }
  return shown;
}

function pathsIn(records: Records): string[] {
  return records.flatMap(({ filePath, digest }) =>
    typeof filePath === "string" && typeof digest === "string" ? [filePath] : [],
  );
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
