/** Before a turn's first step: what its prompt names is read, as if the model had asked for it (C-4.3, D-16). */
import { mentionsIn } from "./context/mentions.ts";
import { neutral } from "./context/wrap.ts";
import { runBatch } from "./loop/batch.ts";
import type { StepHost } from "./loop/step.ts";
import type { SessionOptions } from "./opened.ts";
import type { RequestSettings } from "./request/stable.ts";
import { thinkingFor } from "./request/thinking.ts";
import type { SessionLog } from "./session-log.ts";

interface Host extends StepHost {
  readonly log: SessionLog;
  readonly settings: RequestSettings;
  readonly options: SessionOptions;
}

//#region mentions
/**
 * Logs each as a call of Read and its result, all in one response that no model gave, through the gates of a real one.
 * Where a turn has to begin with thinking it cannot be so, for none was done (MR-43): they are logged as words, by whoever
 * can. What is missing is told to the person. Law: mentions-read
 */
export async function readMentions(host: Host, prompt: string, signal?: AbortSignal) {
  const { ports, cwd, mentionsAsWords } = host.options;
  const { there, missing } = mentionsIn(prompt, ports.disk, cwd);
  for (const path of missing) host.emit({ type: "notice", text: `@${path}: there is no such file.` });
  if (there.length === 0) return;
  const { thinking } = thinkingFor(host.settings, host.log.conversation().messages);
  const calls = there.map((input) => ({ ...READ, id: `toolu_${ports.ids.uuid()}`, input: neutral(input) }));
  if (thinking.type === "enabled") return mentionsAsWords?.(host, calls, signal);
  const said = { id: `msg_${ports.ids.uuid()}`, model: host.settings.model, content: calls };
  await runBatch(host, host.log.response({ ...said, stop_reason: "tool_use" }), signal);
}
//#endregion

const READ = { type: "tool_use", name: "Read" } as const;
