/** A conversation: the session behind the view, its turns, and its questions. */
import type { QueueOperation } from "../../annex/log/queue.ts";
import { contextOf } from "../../annex/window/report.ts";
import type { Backend } from "../backend.ts";
import type { ReplCommand } from "../command.ts";
import { marksFor } from "../context/marks.ts";
import type { Language } from "../language.ts";
import type { SessionServers } from "../mcp.ts";
import { colorWanted } from "../style.ts";
import { Questions } from "./asked.ts";
import { Beside } from "./beside.ts";
import { tellingCache } from "./cache-told.ts";
import { canBeTold } from "./can-be-told.ts";
import type { Desk, Front } from "./desk.ts";
import { doCommand } from "./doings.ts";
import type { Input } from "./input.ts";
import { OpenSession } from "./open.ts";
import { optionsFor } from "./options-for.ts";
import { RunningAlone } from "./running-alone.ts";
import type { Deed } from "./view.ts";

/** One conversation with one backend. */
export class Conversation implements Desk {
  readonly open: OpenSession;
  readonly #backend: Backend;
  readonly #questions = new Questions((input) => this.tell(input));
  readonly #beside = new Beside();
  readonly #running = new RunningAlone((input) => this.tell(input));
  /** The view, once there is one; what is told before waits for it. */
  #front: Front | undefined;
  readonly #waiting: Input[] = [];
  #leave: (code: number) => void = () => {};
  #isLeaving = false;

  /** Opens the session. Throws `SetupError`, `SessionError`. */
  constructor(command: ReplCommand, backend: Backend, servers: SessionServers, language: Language) {
    this.#backend = backend;
    this.open = new OpenSession(command, (open) => ({
      model: backend.model,
      emit: tellingCache(this.tell, () => open.lastExchange(), language),
      endTurn: () => this.#running.interrupt(),
      prompt: (question, signal) => this.#questions.put(question, signal),
      servers,
    }));
  }

  /** Goes on until the person leaves; a turn that runs then is interrupted first. Returns the exit code. */
  async hold(front: Front): Promise<number> {
    this.#front = front;
    const { open, tell } = this;
    this.say(open.greeting(this.#backend.told));
    for (const input of open.recap()) tell(input);
    for (const input of this.#waiting.splice(0)) tell(input);
    if (open.left.length > 0) tell({ type: "left", texts: open.left });
    tell(open.facts());
    const code = await this.#asked();
    this.#beside.close();
    this.#running.interrupt();
    // Who asks to leave again does not wait for what will not stop.
    await Promise.race([this.#running.ended, this.#asked()]);
    const kept = open.kept();
    if (kept) this.say(kept);
    return code;
  }

  /** The person leaves, or is made to. */
  leave(code: number): void {
    this.#isLeaving = true;
    this.#leave(code);
  }

  /** Does what the view wants done. */
  do(deed: Deed): void {
    if (deed.type === "send") this.#send(deed.text);
    else if (deed.type === "interrupt") this.#running.interrupt();
    else if (deed.type === "answer") this.#questions.answer(deed.id, deed.answer);
    else if (deed.type === "leave") this.leave(0);
    else void this.#trying(async () => this.#serve(deed));
  }

  #serve(
    deed: Exclude<Deed, { type: "send" | "interrupt" | "answer" | "leave" }>,
  ): Promise<void> | undefined {
    if (deed.type === "command") return this.#command(deed.name, deed.argument);
    if (deed.type === "queue") this.#log(deed.change);
    else if (deed.type === "skill") this.tell(this.open.skill(deed.line));
    else if (deed.type === "btw") this.#beside.done(this, deed.act);
    else this.tell({ type: "options", word: deed.word, options: optionsFor(this.open, deed.word) });
    return undefined;
  }

  readonly tell = (input: Input): void => {
    if (this.#front) this.#front.tell(input);
    else this.#waiting.push(input);
  };

  readonly say = (text: string): void => this.tell({ type: "told", text });

  readonly lend: Front["lend"] = (use) => {
    if (!this.#front) throw new Error("There is no view yet that could give way.");
    return this.#front.lend(use);
  };

  readonly busy: Desk["busy"] = (doing, work) => {
    return this.#running.run(doing, async (signal) => {
      await work(signal);
      return false;
    });
  };

  #send(text: string): void {
    // What is queued when the person leaves is not begun any more; it is found again.
    if (this.#isLeaving) return;
    void this.#running.run(undefined, async (signal) => {
      return (await this.open.session.prompt(text, signal)).failed;
    });
  }

  #log(change: QueueOperation): void {
    if (!this.#isLeaving) this.open.parts.queued(change);
  }

  async #command(name: string, argument: string): Promise<void> {
    if (name === "btw") return this.#beside.ask(this, argument);
    if (name === "context") return this.#showContext(argument);
    return doCommand(this, name, argument);
  }

  async #showContext(argument: string): Promise<void> {
    const { session, parts } = this.open;
    const report = await contextOf(session.nextRequest(), this.#backend.counter, parts.autoCompacts);
    const marks = marksFor(colorWanted(process.stdout), process.env);
    this.tell({ type: "context", report, marks, all: argument === "all" });
  }

  async #trying(what: () => Promise<void>): Promise<void> {
    try {
      await what();
    } catch (error) {
      if (!canBeTold(error)) throw error;
      this.tell({ type: "told", text: error.message, isBad: true });
    }
  }

  #asked(): Promise<number> {
    return new Promise((resolve) => {
      this.#leave = resolve;
    });
  }
}
