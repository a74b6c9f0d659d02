/** Plays a generated conversation against the mock, interrupts or kills it where it is told to, and checks every request. */
import { expect } from "vitest";
import { createMockApi, type Reply } from "#mock-api";
import {
  type HarnessEvent,
  LogWriteError,
  type MessagesRequest,
  modelOver,
  type Session,
} from "#src/index.ts";
import { readable } from "../../../scripts/stage/memory-logs.ts";
import { HELD } from "../held.ts";
import { Killed, type Process, World } from "../world.ts";
import type { AskedTurn, PlannedConversation } from "./conversations.ts";
import { keptByRule } from "./kept.ts";
import { entriesOf, isSaid } from "./said.ts";
import { Thoughts } from "./thoughts.ts";

/**
 * Where a conversation is broken: at the nth event, or in the nth write, of which so many characters are written, and
 * which kills the process or fails.
 */
export type Mishap =
  | { readonly kind: "none" }
  | { readonly kind: "interrupt"; readonly at: number }
  | { readonly kind: "kill" | "full disk"; readonly at: number; readonly characters: number };

/** What a conversation came to. */
export interface Story {
  readonly requests: number;
  /** How many events there were, and how many writes: a mishap beyond them has not happened. */
  readonly events: number;
  readonly writes: number;
  readonly hasBroken: boolean;
}

/**
 * Plays it. Throws where a request was refused, where thinking was altered, where something said is not sent again, or
 * where an interrupted answer left another thing in the log than D-5 says. After a mishap one more turn is asked.
 */
export async function playConversation(plan: PlannedConversation, mishap: Mishap): Promise<Story> {
  const play = new Play(plan, mishap);
  for (const turn of plan.turns) await play.turn(turn);
  if (play.hasBroken) await play.turn(plan.afterwards);
  return play.story();
}

class Play {
  hasBroken = false;
  readonly #world = new World();
  readonly #mishap: Mishap;
  readonly #thoughts = new Thoughts();
  readonly #model: Process["ports"]["model"];
  #session: Session | undefined;
  #isDead = false;
  #hasFailed = false;
  #memory = 0;
  #frozen = 0;
  #interrupt = new AbortController();
  #counts = { requests: 0, events: 0, writes: 0 };
  #refused: string[] = [];
  #faults: unknown[] = [];
  /** Of the request that is under way: what was asked, what the model means to say, and how much of it has come. */
  #asked: { request?: MessagesRequest; reply?: Reply; come: number } = {
    come: 0,
  };
  /** How many entries the log held when it was asked. */
  #logged = 0;
  #interruptedIn: HarnessEvent["type"] | undefined;

  constructor(plan: PlannedConversation, mishap: Mishap) {
    this.#mishap = mishap;
    const api = createMockApi({
      model: (request) => {
        this.#asked.reply = plan.says(request);
        return this.#asked.reply;
      },
      faults: plan.faults,
      onCall: ({ refusal }) => {
        if (refusal) this.#refused.push(`${refusal.rule}: ${refusal.message}`);
      },
    });
    this.#model = modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 2 });
    this.#writeMemory();
  }

  story(): Story {
    return { ...this.#counts, hasBroken: this.hasBroken };
  }

  async turn(turn: AskedTurn): Promise<void> {
    if (turn.changesMemory) this.#writeMemory();
    const session = this.#sessionFor(turn);
    this.#interrupt = new AbortController();
    const before = this.hasBroken;
    try {
      await session.prompt(turn.prompt, this.#interrupt.signal);
    } catch (error) {
      if (!(error instanceof Killed || error instanceof LogWriteError)) throw error;
      this.#isDead = error instanceof Killed;
      this.#hasFailed = error instanceof LogWriteError;
    }
    if (this.#mishap.kind === "full disk") expect(this.#hasFailed).toBe(this.hasBroken);
    if (this.#refused.length > 0) throw new Error(`The API refused a request: ${this.#refused[0]}`);
    if (this.#faults.length > 0) throw this.#faults[0];
    if (this.hasBroken && !before && this.#interrupt.signal.aborted) this.#checkKept(session);
  }

  #writeMemory(): void {
    this.#memory += 1;
    this.#world.disk.write(`${this.#world.cwd}/CLAUDE.md`, `Be brief, ${this.#memory}.\n`);
  }

  /** The session that a turn is asked in: the one that is open, or a fresh process that takes it up. */
  #sessionFor({ settings, isFresh }: AskedTurn): Session {
    const open = this.#session;
    if (open && !isFresh && !this.#isDead) return open;
    const process = this.#world.start(this.#model);
    const ports = { ...process.ports, openLog: (path: string) => this.#openLog(process, path) };
    const emit = (event: HarnessEvent) => this.#hear(event);
    const isThere = open !== undefined && entriesOf(this.#world.bytes(open.path)).length > 0;
    // What holds changes with every third request.
    const mode = () => (this.#counts.requests % 3 === 0 ? "plan" : "default");
    const volatile = () => [{ type: "permission_mode", mode: mode() }];
    const told = { volatile, injections: HELD };
    const options = { ports, settings, emit, maxSteps: 12, ...told };
    this.#session = isThere ? process.resume(open.id, options) : process.begin(options);
    this.#isDead = false;
    this.#frozen = this.#memory;
    return this.#session;
  }

  #openLog(process: Process, path: string): ReturnType<Process["ports"]["openLog"]> {
    const file = process.ports.openLog(path);
    const append = (line: string) => {
      this.#counts.writes += 1;
      const { kind } = this.#mishap;
      const isHere = (kind === "kill" || kind === "full disk") && this.#counts.writes === this.#mishap.at;
      if (!isHere || this.hasBroken) return file.append(line);
      this.hasBroken = true;
      const written = line.slice(0, this.#mishap.characters % (line.length + 1));
      if (written !== "") this.#world.append(path, written);
      if (kind === "kill") process.kill();
      throw new LogWriteError("The disk is full.");
    };
    return { ...readable(() => file.read()), append };
  }

  #hear(event: HarnessEvent): void {
    this.#counts.events += 1;
    if (event.type === "request") this.#hearRequest(event.request);
    if (event.type === "delta") this.#asked.come += event.text.length;
    if (event.type === "response" && event.response.stop_reason !== "refusal") {
      const model = this.#asked.request?.model ?? "";
      this.#thoughts.hear(model, this.#frozen, event.response.content);
    }
    if (this.#mishap.kind === "interrupt" && this.#counts.events === this.#mishap.at) {
      this.hasBroken = true;
      this.#interrupt.abort();
      this.#interruptedIn = event.type;
    }
  }

  #hearRequest(request: MessagesRequest): void {
    this.#counts.requests += 1;
    this.#asked = { request, come: 0 };
    const session = this.#session;
    if (!session) return;
    this.#logged = entriesOf(this.#world.bytes(session.path)).length;
    this.#try(() =>
      this.#thoughts.check(request, this.#frozen, this.#mishap.kind !== "interrupt" && this.hasBroken),
    );
    this.#try(() => {
      const sent = JSON.stringify(request);
      for (const said of entriesOf(this.#world.bytes(session.path)).flat()) {
        // The remark of a tool may follow its words, within the same string.
        if (isSaid(said)) expect(sent).toContain(JSON.stringify(said).replace(/"?\}$/, ""));
      }
    });
  }

  #try(check: () => void): void {
    try {
      check();
    } catch (fault) {
      this.#faults.push(fault);
    }
  }

  #checkKept(session: Session): void {
    const { request, reply, come } = this.#asked;
    if (this.#interruptedIn !== "delta" || !request || !reply) return;
    const left = entriesOf(this.#world.bytes(session.path)).slice(this.#logged).flat();
    const words = left.filter((block) => block["text"] !== "[Request interrupted by user]");
    expect(words.map(({ text, thinking }) => text ?? thinking).filter(Boolean)).toEqual(
      keptByRule(reply, request, come),
    );
    expect(words.filter(({ type }) => type.endsWith("tool_use"))).toEqual([]);
    this.#thoughts.hear(request.model, this.#frozen, words);
  }
}
