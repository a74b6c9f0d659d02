/**
 * What a session reads in its log (LAYER 3) and writes into it (C-3.6). It holds the place of the conversation there, and
 * nothing of the conversation itself.
 */
import { isTold } from "./context/attachments.ts";
import { saidBlocks } from "./context/inject.ts";
import type { Attachment } from "./hooks.ts";
import type { ChainEntry } from "./log/entry.ts";
import { keptBehind, type Path, pathTo, recordsOn } from "./log/path.ts";
import { type ReadLog, readLog } from "./log/read.ts";
import { type Conversation, interruptedResult, transcribe } from "./log/transcript.ts";
import { buildTree, type Tree } from "./log/tree.ts";
import { LogWriter } from "./log/writer.ts";
import type { LoggedCall } from "./loop/batch.ts";
import type { Said, StepLog } from "./loop/step.ts";
import { type OpenedLog, openLog, type SessionOptions } from "./opened.ts";
import { canSendBack, type Digests } from "./request/digest.ts";
import type { ToolRun } from "./tools/run.ts";
import { isThinking, isToolUse, spelled, type ToolResultBlock } from "./wire.ts";

/** The version that entries carry, for the format may change with it (C-3.0). Ours to keep compatible (D-6). */
export const VERSION = "0.1.0";

/** One session's log. `vanishing`: reminders stand in its requests that are gone at the next one (D-15). */
export class SessionLog extends LogWriter implements StepLog {
  readonly #options: SessionOptions;
  readonly #at: Pick<OpenedLog, "file" | "path"> & { readonly sessionId: string };
  #digests: Digests;
  readonly #vanishing: boolean;

  constructor(
    options: SessionOptions,
    sessionId: string,
    { file, path, leaf, read }: OpenedLog,
    digests: Digests,
    vanishing: boolean,
  ) {
    const { ports, cwd, gitBranch = "", entrypoint = "cli", sidechain, emit = () => {} } = options;
    const identity = { sessionId, cwd, gitBranch, version: VERSION, entrypoint, agentId: sidechain?.agentId };
    super({ ...ports, file, identity, emit, cursor: leaf?.entry.uuid ?? null, lines: read.count });
    this.#options = options;
    this.#at = { file, path, sessionId };
    this.#digests = digests;
    this.#vanishing = vanishing;
  }

  //#region conversation
  /** The conversation as the log has it now, on this session's own path (C-1.4), or on another. Law: reload-equal */
  conversation(path = this.way()): Conversation {
    const moved = keptBehind(path);
    const reads = (entry: ChainEntry) =>
      canSendBack(entry, this.#digests, this.#vanishing || moved.has(entry.uuid));
    const said = (entry: ChainEntry) => saidBlocks(entry, this.#options.injections);
    return transcribe(path, { said, reads });
  }
  //#endregion

  /** What the model has been told beside the conversation, as it stands on the path, or on another. */
  told(path = this.way()): Attachment[] {
    return recordsOn(path, "attachment").map((each) => ({ ...each, type: spelled(each["type"]) }));
  }

  /** From now on the stable parts are these: what they were is told to later processes (D-14). */
  begin(digests: Digests): void {
    this.#digests = digests;
    this.ledger(digests);
  }

  /** All of the log, read whole. */
  read(): ReadLog {
    return readLog(this.#at.file.read());
  }

  /** All of the log as a tree, with what is not on the path. */
  tree(read = this.read()): Tree {
    return buildTree(read, this.#at.sessionId, this.#options.sidechain?.agentId);
  }

  /** The path on which the session stands, or the one to another entry. */
  way(leaf = this.cursor ?? ""): Path {
    const { file, path, sessionId } = this.#at;
    const { tree } = openLog(this.#options, file, path, { sessionId, leaf });
    return pathTo(tree, tree.byUuid.get(leaf));
  }

  //#region response-entries
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
  //#endregion

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
    const told = attachments.length > 0 ? this.told() : [];
    for (const { details, ...attachment } of attachments) {
      if (isTold(attachment, told, this.#options.injections)) continue;
      this.attach(attachment, details);
      told.push(attachment);
    }
  }

  //#region answer-open-calls
  /** Calls that an earlier process left unanswered get their error results (D-9); returns how many there were. */
  answerOpenCalls(): number {
    const { open } = this.conversation();
    for (const { toolUseId, node } of open) {
      // Hung on the cursor, not on the call: what was said after the call stays on the path.
      this.#result(interruptedResult(toolUseId), this.cursor, node.entry.uuid);
    }
    return open.length;
  }
  //#endregion

  #result(result: ToolResultBlock, parent: string | null, callUuid: string, beside = {}): void {
    const message = { role: "user", content: [result] };
    this.entry({ type: "user", message, ...beside, sourceToolAssistantUUID: callUuid }, parent);
  }
}
