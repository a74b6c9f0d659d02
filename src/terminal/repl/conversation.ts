/** A conversation: the session behind the view, its turns, and its questions. */
import type { QueueOperation } from "../../annex/log/queue.ts";
import { contextOf } from "../../annex/window/report.ts";
import { SessionError } from "../../opened.ts";
import { LogWriteError } from "../../ports.ts";
import { UsageError } from "../args.ts";
import type { Backend } from "../backend.ts";
import type { ReplCommand } from "../command.ts";
import { marksFor } from "../context/marks.ts";
import type { SessionServers } from "../mcp.ts";
import { colorWanted } from "../style.ts";
import { Questions } from "./asked.ts";
import { tellingCache } from "./cache-told.ts";
import type { Input } from "./input.ts";
import { OpenSession } from "./open.ts";
import type { Deed } from "./view.ts";

/** One conversation with one backend. */
export class Conversation {
  readonly #backend: Backend;
  readonly #questions = new Questions((input) => this.#tell(input));
  readonly #open: OpenSession;
  /** The view, once there is one; what is told before waits for it. */
  #view: ((input: Input) => void) | undefined;
  readonly #waiting: Input[] = [];
  #interrupt: AbortController | undefined;
  #turn: Promise<void> = Promise.resolve();
  #leave: (code: number) => void = () => {};
  #isLeaving = false;

  /** Opens the session. Throws `SetupError`, `SessionError`. */
  constructor(command: ReplCommand, backend: Backend, servers: SessionServers) {
    this.#backend = backend;
    this.#open = new OpenSession(command, {
      model: backend.model,
      emit: tellingCache(this.#tell, () => this.#open.lastExchange()),
      endTurn: () => this.#interrupt?.abort(),
      prompt: (question, signal) => this.#questions.put(question, signal),
      servers,
    });
  }

  /** What was said in this session before, oldest first. */
  said(): readonly string[] {
    return this.#open.said;
  }

  /** Goes on until the person leaves; a turn that runs then is interrupted first. Returns the exit code. */
  async hold(view: (input: Input) => void): Promise<number> {
    this.#view = view;
    view({ type: "told", text: this.#open.greeting(this.#backend.told) });
    for (const input of this.#open.recap()) view(input);
    for (const input of this.#waiting.splice(0)) view(input);
    const texts = this.#open.left;
    if (texts.length > 0) view({ type: "left", texts });
    view(this.#open.facts());
    const code = await this.#asked();
    this.#interrupt?.abort();
    // Who asks to leave again does not wait for what will not stop.
    await Promise.race([this.#turn, this.#asked()]);
    const kept = this.#open.kept();
    if (kept) view({ type: "told", text: kept });
    return code;
  }

  /** Lets go of the session's log. */
  close(): void {
    this.#open.close();
  }

  /** The person leaves, or is made to. */
  leave(code: number): void {
    this.#isLeaving = true;
    this.#leave(code);
  }

  /** Does what the view wants done. */
  do(deed: Deed): void {
    // What is queued when the person leaves is not begun any more; it is found again.
    if (deed.type === "send") this.#turn = this.#isLeaving ? this.#turn : this.#send(deed.text);
    else if (deed.type === "queue") this.#log(deed.change);
    else if (deed.type === "interrupt") this.#interrupt?.abort();
    else if (deed.type === "answer") this.#questions.answer(deed.id, deed.answer);
    else if (deed.type === "leave") this.leave(0);
    else if (deed.type === "skill") void this.#trying(() => this.#tell(this.#open.skill(deed.line)));
    else if (deed.name === "context") void this.#trying(() => this.#showContext(deed.argument));
    else void this.#trying(() => this.#command(deed.name, deed.argument));
  }

  async #send(text: string): Promise<void> {
    this.#interrupt = new AbortController();
    this.#tell({ type: "busy" });
    let failed = true;
    try {
      ({ failed } = await this.#open.session.prompt(text, this.#interrupt.signal));
    } catch (error) {
      if (!canBeTold(error)) throw error;
      this.#tell({ type: "told", text: error.message, isBad: true });
    } finally {
      this.#interrupt = undefined;
      this.#tell({ type: "idle", failed });
    }
  }

  #log(change: QueueOperation): void {
    if (!this.#isLeaving) this.#trying(() => this.#open.queued(change));
  }

  #command(name: string, argument: string): void {
    const told = this.#open.command(name, argument);
    this.#tell(this.#open.facts());
    if (told !== "") this.#tell({ type: "told", text: told });
  }

  async #showContext(argument: string): Promise<void> {
    const report = await contextOf(this.#open.session.nextRequest(), this.#backend.counter);
    const marks = marksFor(colorWanted(process.stdout), process.env);
    this.#tell({ type: "context", report, marks, all: argument === "all" });
  }

  async #trying(what: () => void | Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      if (!canBeTold(error)) throw error;
      this.#tell({ type: "told", text: error.message, isBad: true });
    }
  }

  readonly #tell = (input: Input): void => {
    if (this.#view) this.#view(input);
    else this.#waiting.push(input);
  };

  #asked(): Promise<number> {
    return new Promise((resolve) => {
      this.#leave = resolve;
    });
  }
}

/** Is it something that the person can do something about? */
function canBeTold(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof SessionError || error instanceof LogWriteError;
}
