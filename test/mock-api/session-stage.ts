/** Puts a session before a mock: each request starts at its time, and each response begins at its own. */
import { createMockApi, type MockCall, type MockOptions } from "../../mock-api/index.ts";
import { send } from "./exchange.ts";
import type { Played } from "./session-player.ts";

/** What happens, in order: request `at` starts, or its response begins. */
export interface Event {
  kind: "start" | "begin";
  at: number;
  time: number;
}

/** The order of events. At one instant the responses begin before the next request starts. */
export function timeline(played: readonly Pick<Played, "time" | "begins">[]): Event[] {
  const begins = played.map(({ begins: time }, at): Event => ({ kind: "begin", at, time }));
  const waiting = begins.toSorted((one, other) => one.time - other.time);
  const events: Event[] = [];
  const beginUntil = (time: number, started: number): void => {
    while (waiting[0] && waiting[0].time <= time && waiting[0].at < started)
      events.push(...waiting.splice(0, 1));
  };
  for (const [at, { time }] of played.entries()) {
    beginUntil(time, at);
    events.push({ kind: "start", at, time });
  }
  beginUntil(Number.POSITIVE_INFINITY, played.length);
  return events;
}

/** What the mock tells of each request. Throws when it refuses one. */
export async function perform(
  played: readonly Played[],
  options: Omit<MockOptions, "model" | "now" | "onCall"> = {},
): Promise<MockCall[]> {
  const stage = new Stage(options);
  for (const { kind, at, time } of timeline(played)) {
    if (kind === "start") await stage.start(at, time, played[at] as Played);
    else await stage.begin(at, time);
  }
  return played.map((_, at) => stage.calls[at] as MockCall);
}

class Stage {
  readonly calls: MockCall[] = [];
  readonly #api: ReturnType<typeof createMockApi>;
  readonly #open: (() => void)[] = [];
  readonly #done: Promise<Response>[] = [];
  #clock = 0;
  #told: MockCall | undefined;
  /** The model was asked: `answer` lets it speak. */
  #asked = (_answer: () => void): void => {};

  constructor(options: Omit<MockOptions, "model" | "now" | "onCall">) {
    this.#api = createMockApi({
      ...options,
      model: () => new Promise((resolve) => this.#asked(() => resolve({ content: [] }))),
      now: () => this.#clock,
      onCall: (call) => {
        this.#told = call;
      },
    });
  }

  async start(at: number, time: number, { request, key }: Played): Promise<void> {
    this.#clock = time;
    const reached = new Promise<void>((resolve) => {
      this.#asked = (answer) => {
        this.#open[at] = answer;
        resolve();
      };
    });
    const done = send(this.#api, request, {
      headers: { "x-api-key": key, "anthropic-beta": "fast-mode-2026-02-01" },
    });
    this.#done[at] = done;
    // A request for no tokens is answered without the model.
    await Promise.race([reached, done]);
    if (!this.#open[at]) this.#keep(at);
  }

  async begin(at: number, time: number): Promise<void> {
    this.#clock = time;
    this.#open[at]?.();
    await this.#done[at];
    if (this.#open[at]) this.#keep(at);
  }

  #keep(at: number): void {
    if (!this.#told?.usage) throw new Error(`request ${at} was refused: ${this.#told?.refusal?.message}`);
    this.calls[at] = this.#told;
  }
}
