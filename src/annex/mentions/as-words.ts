/**
 * What a prompt names with an `@`, told in words: under a thinking budget, where no call can stand that the model has not
 * thought of (MR-43), and in the logs of other clients (O-9, D-16).
 */
import type { Injections } from "../../context/attachments.ts";
import type { Mention, MentionCall } from "../../context/mentions.ts";
import type { StepHost } from "../../loop/step.ts";
import type { ToolRun } from "../../tools/run.ts";
import { isRecord } from "../../wire.ts";

/** How it is worded. */
export const MENTION_INJECTIONS: Injections = { file: { words: fileWords } };

/**
 * Runs each Read and logs what it has returned as an attachment. What cannot be read leaves no words: the person is told,
 * and the model can try. Law: mentions-in-words
 */
export async function mentionsAsWords(host: StepHost, calls: readonly MentionCall[], signal?: AbortSignal) {
  for (const call of calls) {
    host.emit({ type: "tool-start", call });
    const run = await host.runTool(call, signal);
    if (!run.result.is_error) host.log.attach(readAttachment(call.input, run), run.details);
    host.log.tell(run.attachments);
    host.emit({ type: "tool-end", call, result: run.result });
  }
}

/** The words of a file that is logged so, here and in other clients' logs (O-9). */
export function fileWords({ filename, content, remark }: Readonly<Record<string, unknown>>) {
  const file = isRecord(content) && content["type"] === "text" ? content["file"] : undefined;
  if (!isRecord(file) || typeof file["content"] !== "string") return undefined;
  const first = Number(file["startLine"] ?? 1);
  const lines = file["content"] === "" ? [] : file["content"].split("\n");
  const input = JSON.stringify({ file_path: filename });
  const called = `So that ${filename} is at hand, the Read tool was called with ${input}. Its result:`;
  return [called, ...lines.map((line, at) => `${first + at}\t${line}`), remark ?? []].flat().join("\n");
}

/** What Read has returned, as the attachment that those words are made of: without the numbers of its lines. */
export function readAttachment(
  { file_path: filePath, offset: startLine = 1 }: Mention,
  { result, remark }: Pick<ToolRun, "result" | "remark">,
) {
  const lines = String(result.content)
    .split("\n")
    .map((line) => line.replace(/^\d+\t/, ""));
  const file = { filePath, content: lines.join("\n"), numLines: lines.length, startLine };
  return { type: "file", filename: filePath, content: { type: "text", file }, displayPath: filePath, remark };
}
