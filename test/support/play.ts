/** Plays a planned session on a world against the mock API, and tells what happened. */
import type { MockCall } from "#mock-api";
import {
  ApiError,
  type Attachment,
  CORE_TOOLS,
  type HarnessEvent,
  type Model,
  type Session,
  type SessionOptions,
} from "#src/index.ts";
import { Bench } from "./bench.ts";
import { HELD } from "./held.ts";
import { type Holding, NAMED, type PlannedTurn, promptOf, type SessionPlan } from "./plan.ts";
import type { Played, PlayOptions } from "./played.ts";
import { repliesOf, scripted } from "./scripted.ts";
import { Killed, type Process, World } from "./world.ts";

/** Plays a plan. Throws when the API refused a request: every request of every law is legal. */
export async function play(plan: SessionPlan, how: PlayOptions = {}): Promise<Played> {
  const run = new Run(plan, how);
  for (const turn of plan.turns) await run.turn(turn);
  return run.end();
}

class Run {
  readonly #world: World;
  readonly #model: Model;
  readonly #how: PlayOptions;
  readonly #calls: MockCall[] = [];
  readonly #events: HarnessEvent[] = [];
  readonly #faults: unknown[] = [];
  readonly #tellsWhatHolds: boolean;
  readonly #readsMentions: boolean;
  #process: Process;
  #session: Session;
  #options: Partial<SessionOptions> = {};
  #turn: PlannedTurn | undefined;
  #holds: Holding = { mode: "default", day: 28 };
  #count = 0;
  #step = 0;
  #inHook = false;

  constructor(plan: SessionPlan, how: PlayOptions) {
    this.#how = how;
    this.#world = how.world ?? new World();
    // A memory file is part of every request, so every law is tried with one.
    const memory = `${this.#world.cwd}/CLAUDE.md`;
    if (this.#world.disk.kind(memory) === undefined) this.#world.disk.write(memory, "Be brief.\n");
    for (const [path, content] of Object.entries(NAMED))
      this.#world.disk.put(`${this.#world.cwd}/${path}`, content);
    this.#tellsWhatHolds = plan.turns.some(({ holds }) => holds !== undefined);
    this.#readsMentions = plan.turns.some(({ mentions }) => mentions !== undefined);
    this.#model = scripted(
      plan.turns.flatMap(({ answers }) => answers.flatMap(repliesOf)),
      (call) => this.#calls.push(call),
    );
    this.#process = this.#world.start(this.#model);
    this.#session = this.#process.begin(this.#freshOptions());
  }

  async turn(turn: PlannedTurn): Promise<void> {
    if (turn.freshProcess && this.#calls.length > 0) this.#restart();
    this.#turn = turn;
    this.#count = 0;
    this.#step = 0;
    try {
      await this.#session.prompt(promptOf(turn));
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      await this.#goOn();
    }
  }

  end(): Played {
    if (this.#faults.length > 0) throw this.#faults[0];
    const refused = this.#calls.find((call) => call.refusal);
    if (refused) throw new Error(`The API refused a request: ${JSON.stringify(refused.refusal)}`);
    const events = this.#events;
    return {
      world: this.#world,
      session: this.#session,
      options: this.#options,
      requests: events.flatMap((event) => (event.type === "request" ? [event.request] : [])),
      responses: events.flatMap((event) => (event.type === "response" ? [event.response] : [])),
      events,
      calls: this.#calls,
    };
  }

  /** A fresh process takes up the turn at the step before which the last one was killed. */
  async #goOn(): Promise<void> {
    this.#restart();
    try {
      while ((await this.#session.step()).next !== "end");
    } catch (error) {
      if (error instanceof Killed) await this.#goOn();
      else if (!(error instanceof ApiError)) throw error;
    }
  }

  #restart(): void {
    this.#process = this.#world.start(this.#model);
    this.#session = this.#process.resume(this.#session.id, this.#freshOptions());
  }

  #freshOptions(): Partial<SessionOptions> {
    const bench = new Bench();
    const emit = (event: HarnessEvent) => {
      this.#hear(event);
      bench.hear(event);
    };
    this.#options = {
      tools: this.#readsMentions ? [bench.tool, ...CORE_TOOLS] : [bench.tool],
      ...(this.#tellsWhatHolds && { volatile: () => this.#whatHolds(), injections: HELD }),
      ...this.#how.session,
    };
    return { ...this.#options, emit };
  }

  #whatHolds(): Attachment[] {
    const holds = this.#turn?.holds ?? [];
    this.#holds = holds[Math.min(this.#step, holds.length - 1)] ?? this.#holds;
    return [
      { type: "current_date", date: `2026-07-${this.#holds.day}` },
      { type: "permission_mode", mode: this.#holds.mode },
    ];
  }

  #hear(event: HarnessEvent): void {
    if (event.type === "delta" || event.type === "session") return;
    if (event.type === "request") this.#killIfPlanned();
    this.#events.push(event);
    this.#observe(event);
    if (this.#inHook) return;
    if (this.#turn?.attachAt.includes(this.#count)) {
      this.#inHook = true;
      this.#session.log.attach({ type: "hook_success", content: `h${this.#count}` });
      this.#inHook = false;
    }
    this.#count += 1;
  }

  #killIfPlanned(): void {
    const step = this.#step;
    this.#step += 1;
    if (!this.#turn?.killedBeforeStep.includes(step)) return;
    // The fresh process sends the request of this same step.
    this.#turn = {
      ...this.#turn,
      killedBeforeStep: this.#turn.killedBeforeStep.filter((each) => each !== step),
    };
    this.#step = step;
    this.#process.kill();
  }

  #observe(event: HarnessEvent): void {
    try {
      const seen = { session: this.#session, world: this.#world, options: this.#options };
      this.#how.observe?.({ event, ...seen, holds: this.#holds });
    } catch (fault) {
      this.#faults.push(fault);
    }
  }
}
