/**
 * What a session reads in its log (LAYER 3) and writes into it. It holds the place of the conversation there, and nothing
 * of the conversation itself.
 */
import { isTold } from "./context/attachments.ts";
import { saidBlocks } from "./context/inject.ts";
import type { Attachment } from "./hooks.ts";
import type { ChainEntry } from "./log/entry.ts";
import { type Path, pathTo, recordsOn } from "./log/path.ts";
import { type Conversation, interruptedResult, transcribe } from "./log/transcript.ts";
import { LogWriter } from "./log/writer.ts";
import type { LoggedCall } from "./loop/batch.ts";
import type { Said, StepLog } from "./loop/step.ts";
import { type OpenedLog, openLog, type SessionOptions } from "./opened.ts";
import { canSendBack, type Digests } from "./request/digest.ts";
import type { ToolRun } from "./tools/run.ts";
import { isThinking, isToolUse, spelled, type ToolResultBlock } from "./wire.ts";

/** The version that entries carry. Ours to keep compatible (D-6). */
export const VERSION = "0.1.0";

/** One session's log. `vanishing`: reminders stand in its requests that are gone at the next one (D-15). */
export class SessionLog extends LogWriter implements StepLog {
  readonly #options: SessionOptions;
  readonly #at: Pick<OpenedLog, "file" | "path"> & { readonly sessionId: string };
  readonly #digests: Digests;
  readonly #vanishing: boolean;

  constructor(
    options: SessionOptions,
    sessionId: string,
    { file, path, leaf, read }: OpenedLog,
    digests: Digests,
    vanishing: boolean,
  ) {
    const { ports, cwd, gitBranch = "", sidechain, emit = () => {} } = options;
    const identity = { sessionId, cwd, gitBranch, version: VERSION, agentId: sidechain?.agentId };
    super({ ...ports, file, identity, emit, cursor: leaf?.entry.uuid ?? null, lines: read.count });
    this.#options = options;
    this.#at = { file, path, sessionId };
    this.#digests = digests;
    this.#vanishing = vanishing;
  }

  /** The conversation as the log has it now, on this session's own path (C-1.4). Law: reload-equal */
  conversation(): Conversation {
    const reads = (entry: ChainEntry) => canSendBack(entry, this.#digests, this.#vanishing);
    const said = (entry: ChainEntry) => saidBlocks(entry, this.#options.injections);
    return transcribe(this.way(), { said, reads });
  }

  /** What the model has been told beside the conversation, as it stands on the path. */
  told(): Attachment[] {
    return recordsOn(this.way(), "attachment").map((each) => ({ ...each, type: spelled(each["type"]) }));
  }

  /** The path on which the session stands. */
  way(): Path {
    const { file, path, sessionId } = this.#at;
    const leaf = this.cursor ?? "";
    const { tree } = openLog(this.#options, file, path, { sessionId, leaf });
    return pathTo(tree, tree.byUuid.get(leaf));
  }

  // Law: one-block-one-entry
  response({ content, requestId, ...message }: Said): readonly LoggedCall[] {
    return content.flatMap((block) => {
      const entry = this.entry({
        type: "assistant",
        requestId,
        responseBlocks: content.length,
        ...(isThinking(block) && !this.#vanishing && { thoughtBehind: this.#digests.prefix }),
        message: { type: "message", role: "assistant", ...message, content: [block] },
      });
      return isToolUse(block) ? [{ call: block, entry }] : [];
    });
  }

  result({ result, remark, details, attachments }: ToolRun, callEntry: ChainEntry): void {
    const beside = { toolRemark: remark, toolUseResult: details };
    this.#result(result, callEntry.uuid, callEntry.uuid, beside);
    this.tell(attachments);
  }

  words(words: string): void {
    this.entry({ type: "user", isMeta: true, message: { role: "user", content: words } });
  }

  /** Appends an attachment where the conversation stands (C-3.12), and what a tool has left with it. */
  attach(attachment: Attachment, details?: ToolRun["details"]): ChainEntry {
    return this.entry({ type: "attachment", attachment, toolUseResult: details });
  }

  /** Appends those of them that the model has not been told yet. */
  tell(attachments: readonly Attachment[] = []): void {
    for (const attachment of attachments)
      if (!isTold(attachment, this.told(), this.#options.injections)) this.attach(attachment);
  }

  /** Calls that an earlier process left unanswered get their error results (D-9); returns how many there were. */
  answerOpenCalls(): number {
    const { open } = this.conversation();
    for (const { toolUseId, node } of open) {
      // Hung on the cursor, not on the call: what was said after the call stays on the path.
      this.#result(interruptedResult(toolUseId), this.cursor, node.entry.uuid);
    }
    return open.length;
  }

  #result(result: ToolResultBlock, parent: string | null, callUuid: string, beside = {}): void {
    const message = { role: "user", content: [result] };
    this.entry({ type: "user", message, ...beside, sourceToolAssistantUUID: callUuid }, parent);
  }
}
