/**
 * Results that are too long to be shown (C-4.4, O-13). Such a one is saved whole beside the session's log, and the model
 * is shown where, how long it is, and how it begins; so is the log, which grows by no more than that.
 */
import { Buffer } from "node:buffer";
import { join } from "node:path";
import type { Ids } from "../../ports.ts";
import { type Tool, type ToolContext, ToolError, type ToolOutcome } from "../../tools/tool.ts";
import { text } from "../../wire.ts";
import { headOf } from "./preview.ts";
import { readingSaved } from "./reading.ts";
import { roomyShell } from "./roomy-shell.ts";

/** What results are saved with. */
export interface ResultKeeping {
  readonly ids: Ids;
  /** Makes a new file that nobody else may read. Throws where it cannot be written whole, or where there is one already. */
  readonly save: (path: string, content: string) => void;
  /** The folder of the session's saved results; asked for only while a tool runs. */
  readonly folder: () => string;
}

/** The longest result that is shown whole, in characters (UTF-16 code units), and those of tools that have another one. */
const LONGEST = 50_000;
const LONGEST_OF: Readonly<Record<string, number>> = {
  Bash: 30_000,
  // It shows files in parts as it is, and it is what saved results are read with.
  Read: Number.POSITIVE_INFINITY,
};

/** Bytes of a saved result that are shown. */
const PREVIEW = 2000;

/** The tools, with their long results saved. Law: saved-whole, result-bounded */
export function persisting(tools: readonly Tool[], keeping: ResultKeeping): Tool[] {
  return tools.map((tool) => ({
    ...tool,
    run: async (input, context) => {
      const longest = LONGEST_OF[tool.name] ?? LONGEST;
      const { shell, leftOut } = roomyShell(context.shell);
      const call = readingSaved(tool.name, input, { ...context, shell }, keeping.folder);
      const outcome = withoutMark(await outcomeOf(tool, call.input, call.context, longest));
      const said = textOf(outcome);
      return said.length <= longest ? outcome : saved(outcome, said, longest, leftOut(), keeping);
    },
  }));
}

/** What a tool comes to; a failure with a long message is a long result. */
async function outcomeOf(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
  longest: number,
): Promise<ToolOutcome> {
  try {
    return await tool.run(input, context);
  } catch (error) {
    if (!(error instanceof ToolError) || error.message.length <= longest) throw error;
    return { content: error.message, isError: true };
  }
}

/** The details by which a saved result is known are made here alone, whatever a tool's details hold (D-18). */
function withoutMark(outcome: ToolOutcome): ToolOutcome {
  const { persistedOutputPath, ...details } = outcome.details ?? {};
  return persistedOutputPath === undefined ? outcome : { ...outcome, details };
}

/** All that a result says in words. */
function textOf({ content }: ToolOutcome): string {
  if (typeof content === "string") return content;
  return content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : [])).join("\n");
}

/** Other words in their place; what is not words, such as an image, stays. */
function saying(outcome: ToolOutcome, words: string): ToolOutcome {
  const { content } = outcome;
  if (typeof content === "string") return { ...outcome, content: words };
  return { ...outcome, content: [text(words), ...content.filter(({ type }) => type !== "text")] };
}

/** The file is there before anything of it is logged: a process that is killed in between leaves a file, never a dead path. */
function saved(
  outcome: ToolOutcome,
  said: string,
  longest: number,
  leftOut: number,
  keeping: ResultKeeping,
): ToolOutcome {
  const path = join(keeping.folder(), `${keeping.ids.uuid()}.txt`);
  try {
    keeping.save(path, said);
  } catch (error) {
    return cut(outcome, said, longest, error instanceof Error ? error.message : String(error));
  }
  const size = Buffer.byteLength(said);
  const details = { ...outcome.details, persistedOutputPath: path, persistedOutputSize: size };
  return { ...saying(outcome, standIn(said, path, size, leftOut)), details };
}

function standIn(said: string, path: string, size: number, leftOut: number): string {
  const head = headOf(said, PREVIEW);
  const gap = `${grouped(leftOut)} characters of its middle were too much even for that, and it is marked where.`;
  return [
    "<persisted-output>",
    `This result is too long to be shown: ${grouped(size)} bytes. It is saved in ${path}`,
    ...(leftOut > 0 ? [gap] : []),
    "To see more of it, give that path to Read, with an offset and a limit, or to Grep.",
    "",
    `It begins with these ${grouped(Buffer.byteLength(head))} bytes:`,
    head.replace(/\n$/, ""),
    "…",
    "</persisted-output>",
  ].join("\n");
}

/** What is shown where nothing could be saved: its beginning, as long as any result may be, and why there is no more. */
function cut(outcome: ToolOutcome, said: string, longest: number, why: string): ToolOutcome {
  const head = headOf(said, longest);
  const told = `This result is too long to be shown, and it could not be saved (${why}). Only the first ${grouped(head.length)} of its ${grouped(said.length)} characters stand here; the rest is lost.`;
  const remark = outcome.remark === undefined ? told : `${outcome.remark}\n${told}`;
  return { ...saying(outcome, head), remark };
}

function grouped(count: number): string {
  return count.toLocaleString("en-US");
}
