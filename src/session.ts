/**
 * One session: ties the log (LAYER 3), the loop (LAYER 2) and the requests together. It holds what a process may
 * freeze (settings, system prompt, memory, tools); the conversation itself is in the log.
 */
import { attachedBlocks, lifeOf, type Reminders } from "./context/attachments.ts";
import { neutral, plain } from "./context/wrap.ts";
import type { Listener } from "./events.ts";
import { type Attachment, type HookMoment, type Hooks, NO_HOOKS } from "./hooks.ts";
import { recordsOn } from "./log/path.ts";
import { isSessionId, sessionPath } from "./log/place.ts";
import { answered, type Conversation } from "./log/transcript.ts";
import { type StepHost, type StepOutcome, step } from "./loop/step.ts";
import { type TurnResult, turn } from "./loop/turn.ts";
import { readMentions } from "./mentioned.ts";
import {
  interruptedNotice,
  lastModel,
  noSession,
  type OpenedLog,
  SessionError,
  type SessionOptions,
  takeUp,
  troubles,
} from "./opened.ts";
import type { Model } from "./ports.ts";
import { buildRequest } from "./request/build.ts";
import { digestsOf, lastDigestLine } from "./request/digest.ts";
import { modelFacts } from "./request/models.ts";
import { type RequestSettings, type StableParts, stableParts } from "./request/stable.ts";
import { SessionLog } from "./session-log.ts";
import { runCall, type ToolRun } from "./tools/run.ts";
import { CORE_TOOLS } from "./tools/table.ts";
import { definitionOf, type Tool } from "./tools/tool.ts";
import { isRecord, type MessagesRequest, type ToolUseBlock, text } from "./wire.ts";

export { VERSION } from "./session-log.ts";

/** A session that is open in this process. Opening one writes nothing (D-9). Law: idle-silent */
export class Session implements StepHost {
  readonly id: string;
  /** The log's file. */
  readonly path: string;
  readonly model: Model;
  readonly emit: Listener;
  readonly log: SessionLog;
  readonly options: SessionOptions;
  /** Runs the hooks of a moment; what they leave is for the caller to log. */
  readonly hooks: Hooks;
  readonly #tools: readonly Tool[];
  #stable: StableParts;
  readonly #reminders: Reminders;
  /** The log as it was found; it is let go of with the first prompt. */
  #found: OpenedLog | undefined;

  private constructor(options: SessionOptions, id: string, found: OpenedLog) {
    this.id = id;
    this.model = options.ports.model;
    this.emit = options.emit ?? (() => {});
    this.options = options;
    this.hooks = (moment, signal) => (options.hooks ?? NO_HOOKS)(moment, signal, () => this.log.told());
    this.#tools = options.tools ?? CORE_TOOLS;
    this.#found = found;
    this.#stable = this.#stableParts({ ...lastModel(found), ...options.settings });
    const { model, reminders = modelFacts(model).isBound ? "sticky" : "vanish" } = this.settings;
    this.#reminders = reminders;
    const vanishing = reminders === "vanish" && options.volatile !== undefined;
    this.log = new SessionLog(options, id, found, digestsOf(this.#stable), vanishing);
    this.path = found.path;
  }

  //#region freeze-stable-parts
  #stableParts(settings: Partial<RequestSettings>): StableParts {
    const { ports, appendSystemPrompt = "" } = this.options;
    const facts = { ...this.options, append: appendSystemPrompt };
    return stableParts(this.#tools.map(definitionOf), settings, ports.disk, facts);
  }
  //#endregion

  /** What it asks with: one that is taken up goes on with the model of its log (C-5.4b). */
  get settings(): RequestSettings {
    return this.#stable.settings;
  }

  /** Begins a session with a fresh id and an empty log, which is all that `/clear` does (C-5.1). */
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
    const opened = takeUp(options, path, id);
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
  async prompt(prompt: string, signal?: AbortSignal): Promise<TurnResult> {
    if (prompt.trim() === "") throw new SessionError("The prompt is empty. Say something.");
    this.emit({ type: "prompt", text: prompt });
    await this.#rememberContext(signal);
    const open = this.log.answerOpenCalls();
    if (open > 0) this.emit({ type: "notice", text: interruptedNotice(open) });
    const { ports, permissionMode } = this.options;
    const asked = { event: "UserPromptSubmit", prompt, messageId: ports.ids.uuid() } as const;
    const { attachments, blocked } = await this.hooks(asked, signal);
    if (blocked !== undefined) {
      this.log.tell(attachments);
      this.emit({ type: "notice", text: `The prompt was not sent: ${blocked}` });
      this.emit({ type: "turn-end", stop: "blocked", steps: 0 });
      return { stop: "blocked", failed: true, responses: [], message: blocked };
    }
    const said = { message: { role: "user", content: prompt }, permissionMode: permissionMode?.() };
    this.log.entry({ type: "user", ...said }, this.log.cursor, asked.messageId);
    this.log.tell(attachments);
    await readMentions(this, prompt, signal);
    const result = await turn(this, signal, this.options.maxSteps);
    this.log.ledger({ type: "last-prompt", lastPrompt: prompt, leafUuid: this.log.cursor });
    return result;
  }

  /** Runs one step of a turn that is under way, as the log says; a fresh process can do it as well (D-36). */
  step(signal?: AbortSignal): Promise<StepOutcome> {
    return step(this, 0, signal);
  }

  /** The conversation as the log has it now, on this session's own path (C-1.4). */
  conversation(): Conversation {
    return this.log.conversation();
  }

  //#region next-request
  /**
   * `aside`: a question that is asked behind what was last sent, or behind the last answer; nothing of it is logged
   * (C-5.6a, D-23). `said`: behind what, if not behind all that stands on the session's path.
   */
  nextRequest(aside?: string, said = this.conversation()): MessagesRequest {
    const messages = aside === undefined ? said.messages : answered(said);
    const conversation = this.options.lastLook?.(messages, this.settings.model) ?? messages;
    const volatile = this.#holds(false).flatMap((each) => attachedBlocks(each, this.options.injections));
    const beside = aside === undefined ? { volatile } : { aside: text(neutral(aside)) };
    return buildRequest({ ...this.#stable, sessionId: this.id, conversation, ...beside });
  }
  //#endregion

  remind(): void {
    // Behind the model's own words it would be an answer to them.
    const stays = this.#holds(true);
    if (stays.length > 0 && this.conversation().messages.at(-1)?.role === "user") this.log.tell(stays);
  }

  /** What holds now: what of it the log keeps, or what it does not. */
  #holds(isLogged: boolean): Attachment[] {
    const { volatile, injections } = this.options;
    const all = volatile?.() ?? [];
    return all.filter((each) => lifeOf(each, this.#reminders, injections).isLogged === isLogged);
  }

  runTool(asked: ToolUseBlock, signal?: AbortSignal): Promise<ToolRun> {
    const { cwd, ports } = this.options;
    // The model writes a tag as it was shown it; the tool is to find it as it stands in the file.
    const call = plain(asked);
    const { ask, disk, shell } = ports;
    const past = () => recordsOn(this.log.way(), "toolUseResult");
    return runCall({ tools: this.#tools, ask, hooks: this.hooks }, { cwd, disk, shell, call, past, signal });
  }

  laneOf({ name, input }: ToolUseBlock): string | undefined {
    const tool = this.#tools.find((each) => each.name === name);
    return isRecord(input) ? tool?.lane?.(input, this.options.cwd) : undefined;
  }

  async mayEnd(again: boolean, signal?: AbortSignal): Promise<string | undefined> {
    const held = await this.#hook({ event: "Stop", again }, signal);
    if (held !== undefined)
      this.log.attach({ type: "hook_additional_context", hookName: "Stop", content: [held] });
    return held;
  }

  /** Runs the hooks of a moment and logs what they leave; returns why it must not go on, if they say so. */
  async #hook(moment: HookMoment, signal?: AbortSignal): Promise<string | undefined> {
    const { attachments, blocked } = await this.hooks(moment, signal);
    this.log.tell(attachments);
    return blocked;
  }

  /** Once a process, before its first prompt: says what has changed since the session last ran, and logs what holds now. */
  async #rememberContext(signal?: AbortSignal): Promise<void> {
    const found = this.#found;
    if (!found) return;
    this.#found = undefined;
    const digests = digestsOf(this.#stable);
    const change = this.options.explainChange?.(lastDigestLine(found.read), digests);
    if (change) this.emit({ type: "notice", text: change });
    this.log.begin(digests);
    await this.#hook({ event: "SessionStart", source: found.leaf ? "resume" : "startup" }, signal);
  }

  /** After a compaction: what a process has frozen is read anew, for the conversation begins anew (C-5.2e, D-13). */
  async beginAgain(signal?: AbortSignal): Promise<void> {
    this.#stable = this.#stableParts(this.settings);
    this.log.begin(digestsOf(this.#stable));
    await this.#hook({ event: "SessionStart", source: "compact" }, signal);
  }
}
