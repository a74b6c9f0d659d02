/**
 * One session: ties the log (LAYER 3), the loop (LAYER 2) and the requests together. It holds what a process may
 * freeze (settings, system prompt, memory, tools) and a cursor into the log; the conversation itself is in the log.
 */
import { saidBlocks } from "./context/attachments.ts";
import { plain } from "./context/wrap.ts";
import type { Listener } from "./events.ts";
import { type Attachment, type HookMoment, type Hooks, NO_HOOKS } from "./hooks.ts";
import type { ChainEntry, Line } from "./log/entry.ts";
import { type Path, pastOf, pathTo } from "./log/path.ts";
import { isSessionId, sessionPath } from "./log/place.ts";
import { type Conversation, interruptedResult, transcribe } from "./log/transcript.ts";
import { LogWriter } from "./log/writer.ts";
import type { LoggedCall } from "./loop/batch.ts";
import { type StepHost, type StepOutcome, step } from "./loop/step.ts";
import { type TurnResult, turn } from "./loop/turn.ts";
import {
  interruptedNotice,
  lastModel,
  noSession,
  type OpenedLog,
  openLog,
  SessionError,
  type SessionOptions,
  troubles,
} from "./opened.ts";
import type { LogFile, Model } from "./ports.ts";
import { buildRequest } from "./request/build.ts";
import { canSendBack, type Digests, digestsOf, lastDigestLine, whyCacheIsLost } from "./request/digest.ts";
import { type RequestSettings, type StableParts, stableParts } from "./request/stable.ts";
import { runCall, type ToolRun } from "./tools/run.ts";
import { CORE_TOOLS } from "./tools/table.ts";
import { definitionOf, type Tool } from "./tools/tool.ts";
import {
  isRecord,
  isThinking,
  isToolUse,
  type MessagesRequest,
  type ModelResponse,
  type ToolResultBlock,
  type ToolUseBlock,
} from "./wire.ts";

/** The version that entries carry. Ours to keep compatible (D-6). */
export const VERSION = "0.1.0";

/** A session that is open in this process. Opening one writes nothing (D-9). Law: idle-silent */
export class Session implements StepHost {
  readonly id: string;
  /** The log's file. */
  readonly path: string;
  readonly model: Model;
  readonly emit: Listener;
  readonly #options: SessionOptions;
  readonly #file: LogFile;
  readonly #writer: LogWriter;
  readonly #tools: readonly Tool[];
  readonly #stable: StableParts;
  readonly #digests: Digests;
  readonly #hooks: Hooks;
  /** The log as it was found; it is let go of with the first prompt. */
  #found: OpenedLog | undefined;

  private constructor(options: SessionOptions, id: string, found: OpenedLog) {
    const { ports, cwd, gitBranch = "", sidechain } = options;
    this.id = id;
    this.path = found.path;
    this.model = ports.model;
    this.emit = options.emit ?? (() => {});
    this.#options = options;
    this.#hooks = options.hooks ?? NO_HOOKS;
    this.#tools = options.tools ?? CORE_TOOLS;
    this.#found = found;
    this.#file = found.file;
    const settings = { ...lastModel(found), ...options.settings };
    const facts = { ...options, append: options.appendSystemPrompt ?? "" };
    this.#stable = stableParts(this.#tools.map(definitionOf), settings, ports.disk, facts);
    this.#digests = digestsOf(this.#stable);
    const identity = { sessionId: id, cwd, gitBranch, version: VERSION, agentId: sidechain?.agentId };
    const at = { cursor: found.leaf?.entry.uuid ?? null, lines: found.read.count };
    this.#writer = new LogWriter({ ...ports, file: found.file, identity, emit: this.emit, ...at });
  }

  /** What it asks with: one that is taken up goes on with the model of its log (C-5.4b). */
  get settings(): RequestSettings {
    return this.#stable.settings;
  }

  /** Begins a session with a fresh id and an empty log. */
  static begin(options: SessionOptions): Session {
    return Session.#open(options, options.sidechain?.sessionId ?? options.ports.ids.uuid(), false);
  }

  /** Takes up a session where its log ends (C-5.4a). Throws `SessionError` when there is none in this project. */
  static resume(options: SessionOptions, sessionId: string): Session {
    if (!isSessionId(sessionId)) throw new SessionError(`${sessionId} is not a session id.`);
    return Session.#open(options, sessionId, true);
  }

  static #open(options: SessionOptions, id: string, resumed: boolean): Session {
    const path = options.sidechain?.path ?? options.logPath ?? sessionPath(options.root, options.cwd, id);
    const opened = openLog(options, options.ports.openLog(path), path, { sessionId: id });
    if (resumed && !opened.leaf) throw noSession(opened, options.cwd, id);
    const session = new Session(options, id, opened);
    session.emit({ type: "session", sessionId: id, path, resumed, lines: opened.read.count });
    for (const text of troubles(opened)) session.emit({ type: "notice", text });
    return session;
  }

  /**
   * One turn: logs the prompt and runs steps until the model stops. Calls that an earlier process left unanswered get
   * their error results first (D-9). Throws `LogWriteError` when the log cannot be written, `SessionError` for a blank
   * prompt, which the API would refuse (MR-22).
   */
  async prompt(text: string, signal?: AbortSignal): Promise<TurnResult> {
    if (text.trim() === "") throw new SessionError("The prompt is empty. Say something.");
    this.emit({ type: "prompt", text });
    await this.#rememberContext(signal);
    this.#answerOpenCalls();
    const { ports, permissionMode } = this.#options;
    const asked = { event: "UserPromptSubmit", prompt: text, messageId: ports.ids.uuid() } as const;
    const { attachments, blocked } = await this.#hooks(asked, signal);
    if (blocked !== undefined) {
      this.#attachAll(attachments);
      this.emit({ type: "notice", text: `The prompt was not sent: ${blocked}` });
      this.emit({ type: "turn-end", stop: "blocked", steps: 0 });
      return { stop: "blocked", failed: true, responses: [], message: blocked };
    }
    const said = { message: { role: "user", content: text }, permissionMode: permissionMode?.() };
    this.#writer.entry({ type: "user", ...said }, this.#writer.cursor, asked.messageId);
    this.#attachAll(attachments);
    const result = await turn(this, signal, this.#options.maxSteps);
    this.#writer.ledger({ type: "last-prompt", lastPrompt: text, leafUuid: this.#writer.cursor });
    return result;
  }

  /** Runs one step of a turn that is under way, as the log says; a fresh process can do it as well (D-36). */
  step(signal?: AbortSignal): Promise<StepOutcome> {
    return step(this, 0, signal);
  }

  /** Appends an attachment where the conversation stands (C-3.12): what hooks and reminders leave behind. */
  attach(attachment: Attachment): ChainEntry {
    return this.#writer.entry({ type: "attachment", attachment });
  }

  /** Appends a line beside the chain (C-3.10): another permission mode (O-30), what is queued (O-7). */
  ledger(line: Line): void {
    this.#writer.ledger(line);
  }

  /** The conversation as the log has it now, on this session's own path (C-1.4). Law: reload-equal */
  conversation(): Conversation {
    const reads = (entry: ChainEntry) => canSendBack(entry, this.#digests);
    return transcribe(this.#path(), { said: saidBlocks, reads });
  }

  #path(): Path {
    const leaf = this.#writer.cursor ?? "";
    const { tree } = openLog(this.#options, this.#file, this.path, { sessionId: this.id, leaf });
    return pathTo(tree, tree.byUuid.get(leaf));
  }

  nextRequest(): MessagesRequest {
    const { messages } = this.conversation();
    const conversation = this.#options.lastLook?.(messages, this.settings.model) ?? messages;
    return buildRequest({ ...this.#stable, sessionId: this.id, conversation });
  }

  // Law: one-block-one-entry
  logResponse({ content, requestId, ...message }: ModelResponse): readonly LoggedCall[] {
    return content.flatMap((block) => {
      const entry = this.#writer.entry({
        type: "assistant",
        requestId,
        responseBlocks: content.length,
        ...(isThinking(block) && { thoughtBehind: this.#digests.prefix }),
        message: { type: "message", role: "assistant", ...message, content: [block] },
      });
      return isToolUse(block) ? [{ call: block, entry }] : [];
    });
  }

  logResult({ result, remark, details, attachments }: ToolRun, callEntry: ChainEntry): void {
    const beside = { toolRemark: remark, toolUseResult: details };
    this.#appendResult(result, callEntry.uuid, callEntry.uuid, beside);
    this.#attachAll(attachments);
  }

  logWords(words: string): void {
    this.#writer.entry({ type: "user", isMeta: true, message: { role: "user", content: words } });
  }

  runTool(asked: ToolUseBlock, signal?: AbortSignal): Promise<ToolRun> {
    const { cwd, ports } = this.#options;
    // The model writes a tag as it was shown it; the tool is to find it as it stands in the file.
    const call = plain(asked);
    const { ask, disk, shell } = ports;
    const past = () => pastOf(this.#path());
    return runCall({ tools: this.#tools, ask, hooks: this.#hooks }, { cwd, disk, shell, call, past, signal });
  }

  laneOf({ name, input }: ToolUseBlock): string | undefined {
    const tool = this.#tools.find((each) => each.name === name);
    return isRecord(input) ? tool?.lane?.(input, this.#options.cwd) : undefined;
  }

  async mayEnd(again: boolean, signal?: AbortSignal): Promise<string | undefined> {
    const held = await this.#hook({ event: "Stop", again }, signal);
    if (held !== undefined)
      this.attach({ type: "hook_additional_context", hookName: "Stop", content: [held] });
    return held;
  }

  /** Runs the hooks of a moment and logs what they leave; returns why it must not go on, if they say so. */
  async #hook(moment: HookMoment, signal?: AbortSignal): Promise<string | undefined> {
    const { attachments, blocked } = await this.#hooks(moment, signal);
    this.#attachAll(attachments);
    return blocked;
  }

  #attachAll(attachments: readonly Attachment[] = []): void {
    for (const attachment of attachments) this.attach(attachment);
  }

  /** Once a process, before its first prompt: says what has changed since the session last ran, and logs what holds now. */
  async #rememberContext(signal?: AbortSignal): Promise<void> {
    const found = this.#found;
    if (!found) return;
    this.#found = undefined;
    const lost = whyCacheIsLost(lastDigestLine(found.read), this.#digests);
    if (lost) this.emit({ type: "notice", text: lost });
    this.#writer.ledger(this.#digests);
    await this.#hook({ event: "SessionStart", source: found.leaf ? "resume" : "startup" }, signal);
  }

  #answerOpenCalls(): void {
    const { open } = this.conversation();
    if (open.length > 0) this.emit({ type: "notice", text: interruptedNotice(open.length) });
    for (const { toolUseId, node } of open) {
      // Hung on the cursor, not on the call: what was said after the call stays on the path.
      this.#appendResult(interruptedResult(toolUseId), this.#writer.cursor, node.entry.uuid);
    }
  }

  #appendResult(result: ToolResultBlock, parent: string | null, callUuid: string, beside = {}): void {
    const message = { role: "user", content: [result] };
    this.#writer.entry({ type: "user", message, ...beside, sourceToolAssistantUUID: callUuid }, parent);
  }
}
