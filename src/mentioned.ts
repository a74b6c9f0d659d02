/** Before a turn's first step: what its prompt names is read, as if the model had asked for it (C-4.3, D-16). */
import { type Mention, mentionsIn, readAttachment } from "./context/mentions.ts";
import { neutral } from "./context/wrap.ts";
import { runBatch } from "./loop/batch.ts";
import type { StepHost } from "./loop/step.ts";
import type { SessionOptions } from "./opened.ts";
import type { RequestSettings } from "./request/stable.ts";
import { thinkingFor } from "./request/thinking.ts";
import type { SessionLog } from "./session-log.ts";
import type { ToolUseBlock } from "./wire.ts";

type Host = StepHost & { readonly log: SessionLog; readonly settings: RequestSettings };

//#region mentions
/**
 * Logs each as a call of Read and its result, all in one response that no model gave, through the gates of a real one.
 * Where a turn has to begin with thinking they are logged as words, for none was done (MR-43, O-9). What is missing is
 * told to the person. Law: mentions-read
 */
export async function readMentions(
  host: Host,
  prompt: string,
  options: SessionOptions,
  signal?: AbortSignal,
) {
  const { disk, ids } = options.ports;
  const { there, missing } = mentionsIn(prompt, disk, options.cwd);
  for (const path of missing) host.emit({ type: "notice", text: `@${path}: there is no such file.` });
  if (there.length === 0) return;
  const { thinking } = thinkingFor(host.settings, host.log.conversation().messages);
  const calls = there.map((input) => ({ ...READ, id: `toolu_${ids.uuid()}`, input: neutral(input) }));
  if (thinking.type === "enabled") {
    for (const call of calls) await logAsWords(host, call, signal);
    return;
  }
  const said = {
    id: `msg_${ids.uuid()}`,
    model: host.settings.model,
    content: calls,
    stop_reason: "tool_use",
  };
  await runBatch(host, host.log.response(said), signal);
}
//#endregion

const READ = { type: "tool_use", name: "Read" } as const;

/** What cannot be read leaves no words: the person is told, and the model can try. */
async function logAsWords(host: Host, call: ToolUseBlock & { input: Mention }, signal?: AbortSignal) {
  host.emit({ type: "tool-start", call });
  const run = await host.runTool(call, signal);
  if (!run.result.is_error) host.log.attach(readAttachment(call.input, run), run.details);
  host.log.tell(run.attachments);
  host.emit({ type: "tool-end", call, result: run.result });
}
